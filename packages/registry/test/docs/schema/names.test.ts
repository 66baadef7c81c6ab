import { assert, describe, it } from "@effect/vitest"
import { texts } from "./languageTexts.ts"
import { pageOf, prepare } from "./pages.ts"

const string = { type: "string" }

describe("names of properties", () => {
  const nameOf = (name: string, more: object = {}) =>
    pageOf(
      prepare({ name: "pkg", resources: { "pkg:index:Q": { inputProperties: { [name]: { ...string, ...more } } } } }),
      "pkg:index:Q"
    ).inputs[0]?.name

  it.each([
    ["eniConfig", texts("eniConfig", "eni_config", "EniConfig", "EniConfig", "eniConfig", "eniConfig", "eni_config")],
    ["good_URLs", texts("good_URLs", "good__urls", "Good_URLs", "Good_URLs", "good_URLs", "good_URLs", "good__ur_ls")],
    ["podIPs", texts("podIPs", "pod_ips", "PodIPs", "PodIPs", "podIPs", "podIPs", "pod_i_ps")],
    ["URL", texts("URL", "url", "URL", "URL", "URL", "URL", "url")],
    [
      "SHA256Hash",
      texts("SHA256Hash", "sha256_hash", "SHA256Hash", "SHA256Hash", "SHA256Hash", "SHA256Hash", "sha256_hash")
    ],
    [
      "ipv6Address",
      texts("ipv6Address", "ipv6_address", "Ipv6Address", "Ipv6Address", "ipv6Address", "ipv6Address", "ipv6_address")
    ],
    ["$ref", texts("$ref", "_ref", "Ref", "Ref", "$ref", "$ref", "$ref")],
    ["$", texts("$", "_", "_", "_", "$", "$", "$")],
    ["from", texts("from", "from_", "From", "From", "from", "from", "from")],
    ["with.dot", texts("with.dot", "with_dot", "With_dot", "With_dot", "with.dot", "with.dot", "with.dot")],
    ["x-y", texts("x-y", "x_y", "XY", "XY", "x-y", "x-y", "x-y")],
    ["__proto__", texts("__proto__", "__proto__", "__proto__", "__proto__", "__proto__", "__proto__", "__proto__")]
  ] as const)("%s", (name, expected) => {
    assert.deepStrictEqual(nameOf(name), expected)
  })

  it.each([
    ["podCIDRSet", "pod_cidr_set"],
    ["nonResourceURLs", "non_resource_urls"],
    ["someTHINGsAREWeird", "some_things_are_weird"],
    ["openXJsonSerDe", "open_x_json_ser_de"],
    ["IPAddress", "ip_address"],
    ["Sha256Hash", "sha256_hash"]
  ])("%s in Python keeps acronyms whole", (name, expected) => {
    assert.strictEqual(nameOf(name)?.python, expected)
  })

  it("can be given by the schema", () => {
    const language = { csharp: { name: "Renamed" }, nodejs: { name: "renamed" }, python: { mapCase: false } }
    assert.deepStrictEqual(nameOf("original", { language }), {
      ...texts("renamed", "original", "Original", "Renamed", "original", "original", "original")
    })
  })
})

describe("names of functions and resources", () => {
  const nameOf = (section: string, token: string, moduleFormat = "(.*)") =>
    pageOf(prepare({ name: "a-b", meta: { moduleFormat }, [section]: { [token]: {} } }), token).name

  it("of a function of the package itself", () => {
    assert.deepStrictEqual(
      nameOf("functions", "a-b:index:getIPs"),
      texts("getIPs", "get_ips", "GetIPs", "GetIPs", "getIPs", "a-b:getIPs", "a-b_i_ps")
    )
  })

  it("of a function in TitleCase", () => {
    assert.deepStrictEqual(
      nameOf("functions", "a-b::URLParse"),
      texts("urlParse", "url_parse", "URLParse", "URLParse", "urlParse", "a-b:URLParse", "a-b_url_parse")
    )
  })

  it("of a function with hyphens", () => {
    assert.deepStrictEqual(
      nameOf("functions", "a-b::get-big-thing"),
      texts(
        "getBigThing",
        "get_big_thing",
        "GetBigThing",
        "GetBigThing",
        "getBigThing",
        "a-b:get-big-thing",
        "a-b_get-big-thing"
      )
    )
  })

  it("of a bridged package, whose module format cuts the name off", () => {
    assert.deepStrictEqual(
      nameOf("resources", "a-b:ec2/securityGroup:SecurityGroup", "(.*)(?:/[^/]*)"),
      texts(
        "SecurityGroup",
        "SecurityGroup",
        "SecurityGroup",
        "SecurityGroup",
        "SecurityGroup",
        "a-b:ec2:SecurityGroup",
        "a-b_ec2_security_group"
      )
    )
  })

  it("of a resource in a module with dots and slashes", () => {
    assert.deepStrictEqual(
      nameOf("resources", "a-b:storage.k8s.io/v1:StorageClass"),
      texts(
        "StorageClass",
        "StorageClass",
        "StorageClass",
        "StorageClass",
        "StorageClass",
        "a-b:storage.k8s.io/v1:StorageClass",
        "a-b_storage.k8s.io_v1_storage_class"
      )
    )
  })
})

describe("what stands before names in programs", () => {
  const language = {
    nodejs: { moduleToPackage: { "storage.k8s.io/v1": "storage/v1" } },
    python: { moduleNameOverrides: { "storage.k8s.io/v1": "storage/v1" } },
    csharp: { namespaces: { "a-b": "AB", "storage.k8s.io/v1": "Storage.V1" } }
  }
  const usedFrom = (section: string, token: string) =>
    pageOf(prepare({ name: "a-b", language, [section]: { [token]: {} } }), token).usedFrom

  it("is the package", () => {
    assert.deepStrictEqual(usedFrom("resources", "a-b:index:Pet"), texts("a_b.", "a_b.", "ab.", "AB.", "", "", ""))
    assert.strictEqual(usedFrom("functions", "a-b::getPet").java, "ABFunctions.")
  })

  it("is the package and the module", () => {
    assert.deepStrictEqual(
      usedFrom("functions", "a-b:storage.k8s.io/v1:getClass"),
      texts("a_b.storage.v1.", "a_b.storage.v1.", "v1.", "AB.Storage.V1.", "V1Functions.", "", "")
    )
    assert.deepStrictEqual(
      usedFrom("resources", "a-b:remote/deepEr:Command"),
      texts("a_b.remote.deepEr.", "a_b.remote.deep_er.", "deeper.", "AB.Remote.DeepEr.", "", "", "")
    )
  })

  it("is nothing for methods, which are called on a resource", () => {
    assert.deepStrictEqual(usedFrom("functions", "a-b:index:Pet/walk"), texts("", "", "", "", "", "", ""))
  })
})

describe("names of enumeration values", () => {
  const nameOf = (value: unknown, name?: string) => {
    const spec = { type: "string", enum: [{ value, ...(name === undefined ? {} : { name }) }] }
    const prepared = prepare({
      name: "p",
      types: { "p:index:someMode": spec },
      resources: { "p:index:R": { inputProperties: { a: { $ref: "#/types/p:index:someMode" } } } }
    })
    return pageOf(prepared, "p:index:R").supportingTypes[0]?.values?.[0]?.name
  }

  it.each([
    [
      "stdoutAndStderr",
      texts(
        "StdoutAndStderr",
        "STDOUT_AND_STDERR",
        "SomeModeStdoutAndStderr",
        "StdoutAndStderr",
        "StdoutAndStderr",
        '"stdoutAndStderr"',
        '"stdoutAndStderr"'
      )
    ],
    [
      "Plants'R'Us",
      texts(
        "Plants_R_Us",
        "PLANTS_R_US",
        "SomeMode_Plants_R_Us",
        "Plants_R_Us",
        "Plants_R_Us",
        "\"Plants'R'Us\"",
        "\"Plants'R'Us\""
      )
    ],
    [
      "us-east-1",
      texts("Us_east_1", "US_EAST_1", "SomeMode_Us_east_1", "Us_east_1", "Us_east_1", '"us-east-1"', '"us-east-1"')
    ],
    ["1.2", texts("SomeMode_1_2", "SOME_MODE_1_2", "SomeMode_1_2", "SomeMode_1_2", "SomeMode_1_2", '"1.2"', '"1.2"')],
    ["*", texts("Asterisk", "ASTERISK", "SomeModeAsterisk", "Asterisk", "Asterisk", '"*"', '"*"')],
    ["", texts("SomeMode_", "SOME_MODE_", "SomeMode_", "SomeMode_", "SomeMode_", '""', '""')],
    [5, texts("Five", "FIVE", "SomeModeFive", "Five", "Five", "5", "5")],
    [0.5, texts("SomeMode_0_5", "SOME_MODE_0_5", "SomeMode_0_5", "SomeMode_0_5", "SomeMode_0_5", "0.5", "0.5")],
    [true, texts("True", "TRUE", "SomeModeTrue", "True", "True", "true", "true")]
  ] as const)("%j", (value, expected) => {
    assert.deepStrictEqual(nameOf(value), expected)
  })

  it("are given by the schema, where it does", () => {
    assert.strictEqual(nameOf("x", "SHA256_hash")?.python, "SHA256_HASH")
    assert.strictEqual(nameOf("x", "SHA256_hash")?.yaml, '"x"')
  })
})
