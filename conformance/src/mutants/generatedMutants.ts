/** Mutants that follow from the operation table: every row, spoilt in every way that its kind allows. */
import type { Operation } from "../table/Operation.ts"
import { operations } from "../table/operations.ts"
import type { Field, RecordShape, Shape } from "../table/Shape.ts"
import { policyFilteredBy, policyGuardedBy, policyStated } from "../policy/policyStated.ts"
import { docsFiltered, docsSeen, docsStated } from "./docs/docsKillers.ts"
import { serviceFilteredBy, serviceStated } from "../services/serviceMutants.ts"
import { tokenFilteredBy, tokenStated } from "../tokens/tokenMutants.ts"
import type { Mutant } from "./Mutant.ts"
import * as wire from "./wireFaults.ts"

interface Leaf {
  readonly path: ReadonlyArray<string>
  readonly field: Field
}

/** Fields that the answers of a run hold; others would make mutants that nobody can see. */
const seen = new Set(["packages", "organizations", "policyPacks", "uploadURLs", "title", "description"])

const leavesOf = (id: string, record: RecordShape, path: ReadonlyArray<string> = []): ReadonlyArray<Leaf> =>
  Object.entries(record.fields).flatMap(([name, field]) => {
    const here = [...path, name]
    const inner = innerOf(field.shape)
    const shown = field.required || seen.has(name) || docsSeen.has(`${id} ${here.join(".")}`)
    if (!shown) return []
    return [
      { path: here, field },
      ...(inner === undefined ? [] : leavesOf(id, inner.record, [...here, ...inner.steps]))
    ]
  })

const innerOf = (shape: Shape): { readonly record: RecordShape; readonly steps: ReadonlyArray<string> } | undefined => {
  if (shape.kind === "record") return { record: shape, steps: [] }
  return shape.kind === "array" && shape.of.kind === "record" ? { record: shape.of, steps: ["*"] } : undefined
}

const otherType = (shape: Shape): unknown => (shape.kind === "string" || shape.kind === "enum" ? 7 : "seven")

const fieldMutants = (operation: Operation): ReadonlyArray<Mutant> =>
  (operation.success.body === undefined ? [] : leavesOf(operation.id, operation.success.body)).flatMap(
    ({ field, path }) => {
      const where = `${operation.id} ${path.join(".")}`
      const id = (kind: string) => `GEN-${kind} ${where}`
      const make = (change: (value: unknown) => unknown) => wire.field(operation, path, change)
      return [
        ...(field.required
          ? [{ id: id("drop"), fault: `${where} is left out`, killedBy: ["CORE-007"], make: make(() => undefined) }]
          : field.nullable
            ? []
            : [{ id: id("null"), fault: `${where} is null`, killedBy: ["CORE-010"], make: make(() => null) }]),
        {
          id: id("retype"),
          fault: `${where} has another type`,
          killedBy: ["CORE-008"],
          make: make(() => otherType(field.shape))
        },
        ...(field.shape.kind === "enum"
          ? [
              {
                id: id("enum"),
                fault: `${where} has an unlisted value`,
                killedBy: ["CORE-009"],
                make: make(() => "cf-other")
              }
            ]
          : []),
        ...(field.shape.kind === "string" && field.shape.format === "timestamp"
          ? [{ id: id("format"), fault: `${where} is no time`, killedBy: ["CORE-012"], make: make(() => "yesterday") }]
          : [])
      ]
    }
  )

/** The rules that state an operation's success and its refusals. */
const statedBy: Readonly<Record<string, Readonly<Record<number, ReadonlyArray<string>>>>> = {
  ...docsStated,
  "user.get": { 200: ["CORE-019"] },
  "registry.list": { 200: ["CORE-025", "CORE-004"], 400: ["CORE-042", "CORE-059", "CORE-067"] },
  "registry.start": { 202: ["REG-029", "REG-034"], 404: ["REG-032"], 409: ["REG-031"] },
  "registry.get": { 200: ["REG-052"], 404: ["REG-053", "REG-054"] },
  "registry.delete": { 204: ["REG-061"] },
  "registry.complete": { 201: ["REG-041"], 400: ["REG-042", "REG-045"], 404: ["REG-044"], 409: ["REG-047"] }
}

const statusMutants = (operation: Operation): ReadonlyArray<Mutant> => {
  const rules =
    statedBy[operation.id] ??
    policyStated[operation.id] ??
    serviceStated[operation.id] ??
    tokenStated[operation.id] ??
    {}
  const swapped = (status: number): number => {
    if (status < 300) return status === 200 ? 203 : 200
    return status === 404 ? 409 : 404
  }
  const { status: success } = operation.success
  return [
    ...[success, ...operation.refusals].map((status) => ({
      id: `GEN-swap ${operation.id} ${status}`,
      fault: `${operation.id} answers ${swapped(status)} instead of ${status}`,
      killedBy: rules[status] ?? [],
      make: wire.statusOf(operation, status, swapped(status))
    })),
    ...operation.refusals.map((status) => ({
      id: `GEN-allow ${operation.id} ${status}`,
      fault: `${operation.id} answers ${success} instead of ${status}`,
      killedBy: rules[status] ?? [],
      make: wire.statusOf(operation, status, success)
    }))
  ]
}

/** Which rules notice that a query parameter is overlooked. */
const filteredBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  asc: ["REG-015", "REG-016"],
  continuationToken: ["CORE-031", "CORE-032", "CORE-042"],
  limit: ["CORE-033", "REG-003", "CORE-059"],
  name: ["REG-006"],
  orgLogin: ["REG-007"],
  packageType: ["REG-014", "REG-013"],
  publisher: ["REG-008"],
  search: ["REG-012"],
  sort: ["REG-013"],
  usage: ["REG-013"],
  visibility: ["REG-009"]
}

const overlookedBy = { ...policyFilteredBy, ...serviceFilteredBy, ...tokenFilteredBy }

/** Parameters of which no answer tells: they stand in the audit log alone. */
const untold = new Set(["reason"])

const queryMutants = (operation: Operation): ReadonlyArray<Mutant> =>
  Object.keys(operation.query)
    .filter((name) => !untold.has(name))
    .map((name) => ({
      id: `GEN-ignore ${operation.id} ${name}`,
      fault: `${operation.id} overlooks ${name}`,
      killedBy: { ...docsFiltered, ...overlookedBy }[`${operation.id} ${name}`] ?? filteredBy[name] ?? [],
      make: wire.overlooks(operation, name)
    }))

const isOfOrganization = ({ path, profile }: Operation): boolean =>
  path.includes("{orgName}") && (profile === "admin/services" || profile === "admin/tokens")

const credentialMutants = (operation: Operation): ReadonlyArray<Mutant> => {
  if (operation.access === "public") return []
  const mutant = (
    kind: string,
    fault: string,
    killedBy: ReadonlyArray<string>,
    who: Parameters<typeof wire.trusts>[1]
  ): Mutant => ({
    id: `GEN-${kind} ${operation.id}`,
    fault: `${operation.id} ${fault}`,
    killedBy,
    make: wire.trusts(operation, who)
  })
  return [
    mutant("anonymous", "wants no credential", ["CORE-015"], wire.noCredential),
    mutant("unknown", "takes any credential", ["CORE-016"], wire.unknownCredential),
    mutant("refresh", "takes a refresh token", ["CORE-017"], wire.identityIs("refresh")),
    ...(operation.permission === undefined
      ? []
      : [
          mutant(
            "permission",
            "overlooks the permission",
            ["REG-062", "CORE-024", ...(policyGuardedBy[operation.id] ?? [])],
            wire.identityIs("unprivileged")
          )
        ]),
    ...(operation.path.includes("{publisher}") || isOfOrganization(operation)
      ? [mutant("organization", "overlooks the organization", ["CORE-028"], wire.identityIs("outsider"))]
      : [])
  ]
}

/** Every mutant of every row. */
export const generatedMutants: ReadonlyArray<Mutant> = operations.flatMap((operation) => [
  ...fieldMutants(operation),
  ...statusMutants(operation),
  ...queryMutants(operation),
  ...credentialMutants(operation)
])
