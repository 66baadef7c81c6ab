/** Expected rows that our pages do not have, and rows that only ours have, each group with its reason. */

export interface Difference {
  readonly reason: string
  readonly missing?: ReadonlyArray<string>
  readonly extra?: ReadonlyArray<string>
}

const inEveryLanguage = (prefix: string, rows: Readonly<Record<string, string>>, flag: string) =>
  Object.entries(rows).map(([language, row]) => `${prefix} | ${language} | ${row} | ${flag}`)

const resultOf = (page: string, types: Readonly<Record<string, string>>) =>
  inEveryLanguage(
    `simplified-invokes | ${page} | Outputs`,
    Object.fromEntries(
      Object.entries(types).map(([language, type]) => [
        language,
        `${language === "go" || language === "csharp" ? "Result" : "result"}: ${type}`
      ])
    ),
    ""
  )

const numberResult = {
  typescript: "number",
  python: "float",
  go: "float64",
  csharp: "double",
  java: "Double",
  yaml: "Number",
  hcl: "number"
}

const valueMember = {
  typescript: "value: string",
  python: "value: str",
  go: "Value: string",
  csharp: "Value: string",
  java: "value: String",
  yaml: "value: String",
  hcl: "value: string"
}

const numericEnums = (schema: string, page: string, expected: ReadonlyArray<string>, ours: ReadonlyArray<string>) => {
  const rows = (blocks: ReadonlyArray<string>) =>
    ["yaml", "hcl"].flatMap((language) => blocks.map((block) => `${schema} | ${page} | Enum | ${language} | ${block}`))
  return { missing: rows(expected), extra: rows(ours) }
}

const plantEnums = (schema: string) =>
  numericEnums(
    schema,
    "tree/v1/rubbertree",
    ["%!q(float64=0.1)=0.1, %!q(float64=1)=1", "'\\x04'=4, '\\x06'=6", "%!q(float64=6)=6, %!q(float64=12)=12"],
    ["0.1=0.1, 1=1", "4=4, 6=6", "6=6, 12=12"]
  )

const formatted = [
  plantEnums("dashed-import-schema"),
  plantEnums("simple-enum-schema"),
  numericEnums("plain-and-default", "moduleresource", ["'\\x04'=4, '\\x06'=6, '\\b'=8"], ["4=4, 6=6, 8=8"])
]

export const differences: ReadonlyArray<Difference> = [
  {
    reason: "Numbers were formatted as characters there (%q of a number). A numeric value is its own name.",
    missing: formatted.flatMap(({ missing }) => missing),
    extra: formatted.flatMap(({ extra }) => extra)
  },
  {
    reason:
      "Everything before the last dot was cut there, with the brackets of lists and maps. A list stays []T and a map map[string]T (open points, section 7).",
    missing: [
      "embedded-crd-types | component | Inputs | go | EniConfig: ENIConfigSpecArgs | Optional",
      "external-resource-schema | cat | Supporting types | go | RequiredNameArray: RandomPet | Required",
      "external-resource-schema | cat | Supporting types | go | RequiredNameMap: RandomPet | Required",
      "external-resource-schema | cat | Supporting types | go | NameArray: RandomPet | Optional",
      "external-resource-schema | cat | Supporting types | go | NameMap: RandomPet | Optional",
      "external-resource-schema | component | Inputs | go | RequiredMetadataArray: ObjectMetaArgs | Required",
      "external-resource-schema | component | Inputs | go | RequiredMetadataMap: ObjectMetaArgs | Required",
      "external-resource-schema | component | Inputs | go | MetadataArray: ObjectMetaArgs | Optional",
      "external-resource-schema | component | Inputs | go | MetadataMap: ObjectMetaArgs | Optional",
      "external-resource-schema | component | Outputs | go | StorageClasses: StorageClass | ",
      "provider-config-schema | provider | Inputs | go | SecretSandwiches: SandwichArgs | Optional"
    ],
    extra: [
      "embedded-crd-types | component | Inputs | go | EniConfig: map[string]ENIConfigSpecArgs | Optional",
      "external-resource-schema | cat | Supporting types | go | RequiredNameArray: []RandomPet | Required",
      "external-resource-schema | cat | Supporting types | go | RequiredNameMap: map[string]RandomPet | Required",
      "external-resource-schema | cat | Supporting types | go | NameArray: []RandomPet | Optional",
      "external-resource-schema | cat | Supporting types | go | NameMap: map[string]RandomPet | Optional",
      "external-resource-schema | component | Inputs | go | RequiredMetadataArray: []ObjectMetaArgs | Required",
      "external-resource-schema | component | Inputs | go | RequiredMetadataMap: map[string]ObjectMetaArgs | Required",
      "external-resource-schema | component | Inputs | go | MetadataArray: []ObjectMetaArgs | Optional",
      "external-resource-schema | component | Inputs | go | MetadataMap: map[string]ObjectMetaArgs | Optional",
      "external-resource-schema | component | Outputs | go | StorageClasses: map[string]StorageClass | ",
      "provider-config-schema | provider | Inputs | go | SecretSandwiches: []SandwichArgs | Optional"
    ]
  },
  {
    reason:
      "The name is known only to the other package's schema: which of its types share a name with a resource (Go), and what its namespaces are called (C#).",
    missing: [
      "embedded-crd-types | component | Inputs | go | Pod: PodTypeArgs | Optional",
      "external-resource-schema | workload | Outputs | go | Pod: PodType | ",
      "hyphen-url | registrygeoreplication | Outputs | csharp | Registry: Pulumi.AzureNative.ContainerRegistry.Registry | ",
      "hyphen-url | registrygeoreplication | Outputs | csharp | Replication: Pulumi.AzureNative.ContainerRegistry.Replication | "
    ],
    extra: [
      "embedded-crd-types | component | Inputs | go | Pod: PodArgs | Optional",
      "external-resource-schema | workload | Outputs | go | Pod: Pod | ",
      "hyphen-url | registrygeoreplication | Outputs | csharp | Registry: Pulumi.AzureNative.Containerregistry.Registry | ",
      "hyphen-url | registrygeoreplication | Outputs | csharp | Replication: Pulumi.AzureNative.Containerregistry.Replication | "
    ]
  },
  {
    reason: "The page's module was cut out of the token there, which leaves the token of something else.",
    missing: ["naming-collisions | mod/component | Inputs | yaml | local: example::Component2 | Optional"],
    extra: ["naming-collisions | mod/component | Inputs | yaml | local: example:mod:Component2 | Optional"]
  },
  {
    reason: "Only the first alternative lost its suffix there. All objects of a union are named alike.",
    missing: [
      "unions-inside-arrays | exampleserver | Inputs | csharp | PropertiesCollection: List<Union<ServerPropertiesForReplica, ServerPropertiesForRestoreArgs>> | Optional",
      "unions-inside-arrays | exampleserver | Inputs | java | propertiesCollection: List<Either<ServerPropertiesForReplica,ServerPropertiesForRestoreArgs>> | Optional",
      "unions-inside-arrays | exampleserver | Inputs | typescript | propertiesCollection: (ServerPropertiesForReplica | ServerPropertiesForRestoreArgs)[] | Optional"
    ],
    extra: [
      "unions-inside-arrays | exampleserver | Inputs | csharp | PropertiesCollection: List<Union<ServerPropertiesForReplica, ServerPropertiesForRestore>> | Optional",
      "unions-inside-arrays | exampleserver | Inputs | java | propertiesCollection: List<Either<ServerPropertiesForReplica,ServerPropertiesForRestore>> | Optional",
      "unions-inside-arrays | exampleserver | Inputs | typescript | propertiesCollection: (ServerPropertiesForReplica | ServerPropertiesForRestore)[] | Optional"
    ]
  },
  {
    reason: "Functions that return a value that is no bag of properties: what they return is shown, with its types.",
    extra: [
      ...resultOf("absreducedoutput", numberResult),
      ...resultOf("absmultiargsreducedoutput", numberResult),
      ...resultOf("absmultiargsreducedoutputswapped", numberResult),
      ...resultOf("getarchive", {
        typescript: "pulumi.asset.Archive",
        python: "pulumi.Archive",
        go: "pulumi.Archive",
        csharp: "Archive",
        java: "Archive",
        yaml: "Archive",
        hcl: "archive"
      }),
      ...resultOf("getasset", {
        typescript: "pulumi.asset.Asset | pulumi.asset.Archive",
        python: "Union[pulumi.Asset, pulumi.Archive]",
        go: "pulumi.AssetOrArchive",
        csharp: "AssetOrArchive",
        java: "AssetOrArchive",
        yaml: "Asset",
        hcl: "asset"
      }),
      ...resultOf("getarraycustomresult", {
        typescript: "CustomResult[]",
        python: "Sequence[CustomResult]",
        go: "[]CustomResult",
        csharp: "List<CustomResult>",
        java: "List<CustomResult>",
        yaml: "List<Property Map>",
        hcl: "list(object)"
      }),
      ...resultOf("getdictionary", {
        typescript: "{[key: string]: AnotherCustomResult}",
        python: "Mapping[str, AnotherCustomResult]",
        go: "map[string]AnotherCustomResult",
        csharp: "Dictionary<string, AnotherCustomResult>",
        java: "Map<String,AnotherCustomResult>",
        yaml: "Map<Property Map>",
        hcl: "map(object)"
      }),
      ...["getarraycustomresult", "getdictionary"].flatMap((page) =>
        inEveryLanguage(`simplified-invokes | ${page} | Supporting types`, valueMember, "Optional")
      )
    ]
  }
]
