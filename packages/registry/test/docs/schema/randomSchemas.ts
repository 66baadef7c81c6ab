/** Valid package schemas of every shape, for laws. */
import * as fc from "fast-check"

type Json = ReturnType<typeof JSON.parse>

const word = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,8}$/)

const middle = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("", "index") },
  word,
  fc.tuple(word, word).map(([a, b]) => `${a}/${b}`),
  fc.tuple(word, word).map(([a, b]) => `${a}.k8s.io/${b}`)
)

const tokenOf = (packageName: string) => fc.tuple(middle, word).map(([a, b]) => `${packageName}:${a}:${b}`)

const propertyName = fc.oneof(
  word,
  fc.constantFrom("$", "$$", "-", "$ref", "id", "from", "x-y", "good_URLs", "__proto__", "toString", "1")
)

const foreignRef = fc
  .tuple(fc.constantFrom("types", "resources"), word, fc.constantFrom("v1.2.3/", "2.0.0-beta.1/", ""))
  .map(([section, name, version]) => `/other/${version}schema.json#/${section}/other:mod%2F${name}:${name}`)

const builtinRef = fc.constantFrom(
  "pulumi.json#/Any",
  "pulumi.json#/Asset",
  "pulumi.json#/Archive",
  "pulumi.json#/Json",
  "pulumi.json#/Resource"
)

/** Types that refer to these tokens, raw or percent-encoded. */
const typeSpec = (types: ReadonlyArray<string>, resources: ReadonlyArray<string>): fc.Arbitrary<Json> => {
  const local = (section: string, tokens: ReadonlyArray<string>) =>
    tokens.length === 0
      ? []
      : [
          fc
            .tuple(fc.constantFrom(...tokens), fc.boolean())
            .map(([token, encode]) => ({ $ref: `#/${section}/${encode ? encodeURIComponent(token) : token}` }))
        ]
  return fc.letrec<{ type: Json }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc.constantFrom("string", "integer", "number", "boolean").map((type) => ({ type })),
      fc.oneof(builtinRef, foreignRef).map(($ref) => ({ $ref })),
      fc.constant({ $ref: "#/provider" }),
      ...local("types", types),
      ...local("resources", resources),
      fc.constant({ type: "object" }),
      tie("type").map((items) => ({ type: "array", items })),
      tie("type").map((additionalProperties) => ({ type: "object", additionalProperties })),
      fc.array(tie("type"), { minLength: 2, maxLength: 4 }).map((oneOf) => ({ oneOf }))
    )
  })).type
}

const propertySpec = (type: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(
      type,
      fc.record(
        {
          description: fc.string(),
          const: fc.constant("fixed"),
          replaceOnChanges: fc.boolean(),
          willReplaceOnChanges: fc.boolean(),
          deprecationMessage: fc.string(),
          plain: fc.boolean(),
          secret: fc.boolean(),
          language: fc.constantFrom({ csharp: { name: "Renamed" } }, { python: { mapCase: false } })
        },
        { requiredKeys: [] }
      )
    )
    .map(([spec, more]) => ({ ...spec, ...more }))

const propertiesOf = (type: fc.Arbitrary<Json>) =>
  fc.array(fc.tuple(propertyName, propertySpec(type)), { maxLength: 5 }).map(
    // Object.fromEntries defines __proto__ as a key, as JSON.parse does.
    (entries): Json => Object.fromEntries(entries)
  )

const bag = (type: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(propertiesOf(type), fc.boolean())
    .map(([properties, all]) => ({ properties, required: all ? Object.keys(properties) : [] }))

const enumSpec: fc.Arbitrary<Json> = fc.oneof(
  fc
    .array(fc.record({ value: fc.string(), name: fc.string(), description: fc.string() }, { requiredKeys: ["value"] }))
    .map((values) => ({ type: "string", enum: values })),
  fc.array(fc.record({ value: fc.integer() })).map((values) => ({ type: "integer", enum: values }))
)

const fence = (tag: string) => `\`\`\`${tag}\ncode in ${tag}\n\`\`\`\n`

/** Texts with headings, also equal ones, and examples in both markups. */
const description: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "## Same\n",
        "Same\n---\n",
        `### ${"Long ".repeat(30)}\n`,
        "Text.\n",
        "\n",
        `{{% example %}}\n${fence("go")}${fence("python")}{{% /example %}}\n`,
        `<!--Start PulumiCodeChooser -->\n${fence("typescript")}${fence("yaml")}<!--End PulumiCodeChooser -->\n`,
        "{{% examples %}}\n",
        "{{% /examples %}}\n",
        "{{% example %}}\n",
        fence("sh")
      ),
      fc.string()
    ),
    { maxLength: 12 }
  )
  .map((parts) => parts.join(""))

const resourceSpec = (type: fc.Arbitrary<Json>, methods: ReadonlyArray<string>): fc.Arbitrary<Json> =>
  fc
    .record({
      outputs: bag(type),
      inputProperties: propertiesOf(type),
      isComponent: fc.boolean(),
      description,
      method: fc.constantFrom(undefined, ...methods)
    })
    .map(({ outputs, method, ...spec }) => ({
      ...outputs,
      ...spec,
      requiredInputs: Object.keys(spec.inputProperties),
      ...(method === undefined ? {} : { methods: { run: method } })
    }))

const functionSpec = (type: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.record(
    { description, inputs: bag(type), outputs: fc.oneof(bag(type), type), multiArgumentInputs: fc.constant([]) },
    { requiredKeys: [] }
  )

const unique = (tokens: fc.Arbitrary<string>, maxLength: number) => fc.uniqueArray(tokens, { maxLength })

const mapOf = (tokens: ReadonlyArray<string>, spec: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(...tokens.map(() => spec))
    .map((specs) => Object.fromEntries(tokens.map((token, index) => [token, specs[index]])))

/** A schema in which everything that is referred to exists. */
export const randomSchema: fc.Arbitrary<Json> = fc
  .record({
    name: fc.constantFrom("pkg", "azure-native"),
    objects: unique(tokenOf("pkg"), 6),
    enums: unique(tokenOf("enums"), 3),
    resources: unique(tokenOf("pkg"), 4),
    functions: unique(
      fc.oneof(
        tokenOf("pkg"),
        tokenOf("pkg").map((token) => `${token}/call`)
      ),
      4
    ),
    hidden: fc.boolean(),
    moduleFormat: fc.constantFrom(undefined, "(.*)", "(.*)(?:/[^/]*)", "(?P<module>[^/]*)")
  })
  .chain(({ enums, functions, hidden, moduleFormat, name, objects, resources }) => {
    const type = typeSpec([...objects, ...enums], resources)
    return fc
      .record({
        objectTypes: mapOf(
          objects,
          bag(type).map((spec) => ({ ...spec, type: "object" }))
        ),
        enumTypes: mapOf(enums, enumSpec),
        provider: bag(type),
        resourceSpecs: mapOf(resources, resourceSpec(type, functions)),
        functionSpecs: mapOf(
          [...functions, ...(hidden ? ["pulumi:providers:pkg/terraformConfig"] : [])],
          functionSpec(type)
        )
      })
      .map((parts) => ({
        name,
        ...(moduleFormat === undefined ? {} : { meta: { moduleFormat } }),
        types: { ...parts.objectTypes, ...parts.enumTypes },
        provider: parts.provider,
        resources: parts.resourceSpecs,
        functions: parts.functionSpecs,
        unknownField: { anything: [1, null] }
      }))
  })
