import { assert, describe, it } from "@effect/vitest"
import { texts } from "./languageTexts.ts"
import { pageOf, prepare } from "./pages.ts"

const everywhere = (text: string) => texts(text, text, text, text, text, text, text)

const types = {
  "pkg:index:Thing": { type: "object", properties: { a: { type: "string" } } },
  "pkg:index:thing_2": { type: "object" },
  "pkg:index:R": { type: "object" },
  "pkg:deep/er:Other": { type: "object" },
  "pkg:index:Mode": { type: "string", enum: [{ value: "on" }, { value: 'o"ff' }] },
  "pkg:deep/er:Level": { type: "integer", enum: [{ value: 1, name: "Low" }, { value: 2 }] }
}

const ref = (token: string) => ({ $ref: `#/types/${token.replaceAll("/", "%2F")}` })
const list = (items: unknown) => ({ type: "array", items })
const map = (additionalProperties: unknown) => ({ type: "object", additionalProperties })
const string = { type: "string" }

/** How a type is displayed as an input of a resource, an input of a function, an output, and inside another type. */
const displayed = (type: unknown, resource = "pkg:index:R") => {
  const prepared = prepare({
    name: "pkg",
    types: { ...types, "pkg:index:Holder": { type: "object", properties: { x: type } } },
    resources: {
      [resource]: { inputProperties: { x: type, holder: ref("pkg:index:Holder") }, properties: { y: type } }
    },
    functions: { "pkg:index:f": { inputs: { properties: { x: type } } } }
  })
  const page = pageOf(prepared, resource)
  const named = (properties: typeof page.inputs | undefined, name: string) =>
    properties?.find((property) => property.name.yaml === name)?.type
  return {
    input: named(page.inputs, "x"),
    argument: named(pageOf(prepared, "pkg:index:f").inputs, "x"),
    output: named(page.outputs, "y"),
    member: named(page.supportingTypes.find(({ typeToken }) => typeToken === "pkg:index:Holder")?.properties, "x")
  }
}

describe("display types", () => {
  it.each([
    ["string", texts("string", "str", "string", "string", "String", "String", "string")],
    ["integer", texts("number", "int", "int", "int", "Integer", "Number", "number")],
    ["number", texts("number", "float", "float64", "double", "Double", "Number", "number")],
    ["boolean", texts("boolean", "bool", "bool", "bool", "Boolean", "Boolean", "bool")]
  ])("%s", (type, expected) => {
    assert.deepStrictEqual(displayed({ type }), {
      input: expected,
      argument: expected,
      output: expected,
      member: expected
    })
  })

  it.each([
    ["Any", texts("any", "Any", "interface{}", "object", "Object", "Any", "any")],
    ["Json", texts("any", "Any", "interface{}", "System.Text.Json.JsonElement", "JsonElement", "JSON", "any")],
    [
      "Resource",
      texts("pulumi.Resource", "pulumi.Resource", "pulumi.Resource", "Resource", "Resource", "Resource", "resource")
    ],
    [
      "Archive",
      texts("pulumi.asset.Archive", "pulumi.Archive", "pulumi.Archive", "Archive", "Archive", "Archive", "archive")
    ]
  ])("pulumi.json#/%s", (name, expected) => {
    assert.deepStrictEqual(displayed({ $ref: `pulumi.json#/${name}` }).input, expected)
  })

  it("lists and maps, also of each other", () => {
    assert.deepStrictEqual(
      displayed(list(map(list(string)))).input,
      texts(
        "{[key: string]: string[]}[]",
        "Sequence[Mapping[str, Sequence[str]]]",
        "[]map[string][]string",
        "List<ImmutableDictionary<string, ImmutableArray<string>>>",
        "List<Map<String,List<String>>>",
        "List<Map<List<String>>>",
        "list(map(list(string)))"
      )
    )
    assert.strictEqual(displayed({ type: "object" }).input?.go, "map[string]string")
  })

  it("an object: with the suffix of inputs in Python and Go, where it is an input of a resource", () => {
    const plain = texts("Thing", "Thing", "Thing", "Thing", "Thing", "Property Map", "object")
    assert.deepStrictEqual(displayed(ref("pkg:index:Thing")), {
      input: texts("Thing", "ThingArgs", "ThingArgs", "Thing", "Thing", "Property Map", "object"),
      argument: plain,
      output: plain,
      member: plain
    })
  })

  it("an object in a map, and one whose token is in another case: with the suffix everywhere", () => {
    const { input, output } = displayed(list(map(ref("pkg:index:Thing"))))
    assert.strictEqual(input?.java, "List<Map<String,ThingArgs>>")
    assert.strictEqual(input?.typescript, "{[key: string]: ThingArgs}[]")
    assert.strictEqual(output?.typescript, "{[key: string]: Thing}[]")
    assert.strictEqual(displayed(ref("pkg:index:thing_2")).input?.csharp, "Thing_2Args")
    assert.strictEqual(displayed(ref("pkg:index:thing_2")).argument?.csharp, "Thing_2")
  })

  it("an object of another module: with the way to it", () => {
    const { input, member, output } = displayed(ref("pkg:deep/er:Other"))
    assert.deepStrictEqual(
      input,
      texts(
        "deeperOther",
        "deep.er.OtherArgs",
        "OtherArgs",
        "Pulumi.Pkg.Deep.Er.Inputs.Other",
        "Other",
        "Property Map",
        "object"
      )
    )
    assert.strictEqual(output?.csharp, "Pulumi.Pkg.Deep.Er.Outputs.Other")
    assert.strictEqual(member?.csharp, "Pulumi.Pkg.Deep.Er.Inputs.Other")
    assert.strictEqual(displayed(ref("pkg:deep/er:Other"), "pkg:deep/er:S").input?.typescript, "Other")
    assert.strictEqual(displayed(ref("pkg:deep/er:Other"), "pkg:another:S").input?.typescript, "deep.er.Other")
    assert.strictEqual(displayed(ref("pkg:deep/er:Other"), "pkg:another:S").input?.python, "deep.er.OtherArgs")
    assert.strictEqual(displayed(ref("pkg:index:Thing"), "pkg:another:S").input?.python, "ThingArgs")
  })

  it("an object that is called like a resource of its Go package", () => {
    assert.strictEqual(displayed(ref("pkg:index:R")).input?.go, "RTypeArgs")
    assert.strictEqual(displayed(ref("pkg:index:R")).output?.go, "RType")
    assert.strictEqual(displayed(ref("pkg:index:R"), "pkg:another:R").output?.go, "R")
  })

  it("an enumeration: its name, or its values where there are no names", () => {
    const mode = texts("Mode", "Mode", "Mode", "Pulumi.Pkg.Mode", "Mode", '"on" | "o\\"ff"', '"on" | "o\\"ff"')
    const shown = displayed(ref("pkg:index:Mode"))
    assert.deepStrictEqual(shown, { input: mode, argument: mode, output: mode, member: mode })
    assert.strictEqual(displayed(list(ref("pkg:deep/er:Level"))).input?.hcl, "list(1 | 2)")
    assert.strictEqual(displayed(ref("pkg:deep/er:Level")).output?.csharp, "Pulumi.Pkg.Deep.Er.Level")
  })

  it("a union: its alternatives side by side", () => {
    assert.deepStrictEqual(
      displayed({ oneOf: [ref("pkg:index:Thing"), string, ref("pkg:index:Mode")] }).input,
      texts(
        "Thing | string | Mode",
        "ThingArgs | str | Mode",
        "ThingArgs | string | Mode",
        "Thing | string | Pulumi.Pkg.Mode",
        "Thing | String | Mode",
        'Property Map | String | "on" | "o\\"ff"',
        'object | string | "on" | "o\\"ff"'
      )
    )
  })

  it("a union in a list: the language's own union, where it has one", () => {
    const { input, output } = displayed(list({ oneOf: [ref("pkg:index:Thing"), string] }))
    assert.deepStrictEqual(
      input,
      texts(
        "(Thing | string)[]",
        "Sequence[Union[ThingArgs, str]]",
        "[]interface{}",
        "List<Union<Thing, string>>",
        "List<Either<Thing,String>>",
        "List<Property Map | String>",
        "list(object | string)"
      )
    )
    assert.strictEqual(output?.python, "Sequence[Any]")
    const three = displayed(list({ oneOf: [ref("pkg:index:Thing"), string, { type: "number" }] })).input
    assert.strictEqual(three?.csharp, "List<object>")
    assert.strictEqual(three?.java, "List<Object>")
  })

  it("an enumeration or its underlying type, in a list: the underlying type where no other value is made", () => {
    const { input, output } = displayed(list({ oneOf: [ref("pkg:deep/er:Level"), { type: "integer" }] }))
    assert.strictEqual(input?.typescript, "(deeperLevel | number)[]")
    assert.strictEqual(input?.go, "[]int")
    assert.strictEqual(output?.typescript, "number[]")
    assert.strictEqual(output?.python, "Sequence[int]")
    assert.strictEqual(output?.csharp, "List<int>")
    assert.strictEqual(output?.java, "List<Integer>")
  })

  it("resources of this and of other packages", () => {
    assert.deepStrictEqual(
      displayed({ $ref: "#/resources/pkg:index:R" }).input,
      texts("R", "R", "R", "Pulumi.Pkg.R", "R", "pkg:R", "pkg_r")
    )
    assert.deepStrictEqual(
      displayed({ $ref: "/azure-native/v1.0.0/schema.json#/resources/azure-native:net.work/v1:Thing" }).output,
      texts(
        "pulumiAzureNativenetv1Thing",
        "pulumi_azure_native.net.v1.Thing",
        "Thing",
        "Pulumi.AzureNative.Net.V1.Thing",
        "Thing",
        "azure-native:net.work/v1:Thing",
        "azure-native_net.work_v1_thing"
      )
    )
    assert.deepStrictEqual(displayed({ $ref: "/aws/v1.0.0/schema.json#/provider" }).output, {
      ...everywhere("Provider"),
      typescript: "pulumiAwsProvider",
      python: "pulumi_aws.Provider",
      csharp: "Pulumi.Aws.Provider",
      yaml: "pulumi:providers:aws",
      hcl: "pulumi_providers_aws"
    })
  })

  it.each([
    ["/aws/v6.0.0/schema.json", "6.0.0"],
    ["https://example.com/aws/v6.0.0-rc.1/schema.json", "6.0.0-rc.1"],
    ["/aws/6.0.0/schema.json", "6.0.0"],
    ["aws/schema.json", undefined],
    ["https://example.com/aws/schema.json", undefined]
  ])("another package, with and without a version: %s", (schema, version) => {
    const prepared = prepare({
      name: "pkg",
      resources: {
        "pkg:index:R": { inputProperties: { x: { $ref: `${schema}#/resources/aws:s3%2Fbucket:Bucket` } } }
      }
    })
    const [input] = pageOf(prepared, "pkg:index:R").inputs
    assert.strictEqual(input?.type.python, "pulumi_aws.s3.Bucket")
    assert.deepStrictEqual(input?.typeRef, {
      typeToken: "aws:s3/bucket:Bucket",
      package: "aws",
      ...(version === undefined ? {} : { version })
    })
    assert.deepStrictEqual([...prepared.model.otherPackages], ["aws"])
  })

  it("follow what the schema says about its packages", () => {
    const prepared = prepare({
      name: "pkg",
      language: {
        csharp: { rootNamespace: "Acme", namespaces: { pkg: "PKG", "deep/er": "Deeper" } },
        python: { moduleNameOverrides: { "deep/er": "deeper" } },
        nodejs: { moduleToPackage: { "deep/er": "down" } }
      },
      types,
      resources: { "pkg:index:R": { inputProperties: { x: ref("pkg:deep/er:Other") } } }
    })
    const type = pageOf(prepared, "pkg:index:R").inputs[0]?.type
    assert.strictEqual(type?.csharp, "Acme.PKG.Deeper.Inputs.Other")
    assert.strictEqual(type?.python, "deeper.OtherArgs")
    assert.strictEqual(type?.typescript, "downOther")
  })
})
