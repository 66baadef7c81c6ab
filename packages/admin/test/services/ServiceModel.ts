/** What services are, as plain data: the model that histories are judged by. Knows no HTTP and no storage. */

export interface Item {
  readonly type: string
  readonly name: string
}

export interface Property {
  readonly key: string
  readonly value: string
  readonly type: string
  readonly order: number
}

export interface ModelService {
  name: string
  readonly owner: string
  description: string
  properties: ReadonlyArray<Property>
  members: ReadonlyArray<string>
  readonly items: Map<string, Item>
}

const byCodePoint = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

export const keyOf = ({ name, type }: Item) => `${type} ${name}`

export class ServiceModel {
  readonly services = new Map<string, ModelService>()

  find(owner: string, name: string): ModelService | undefined {
    const found = this.services.get(name)
    return found?.owner === owner ? found : undefined
  }

  create(service: Omit<ModelService, "members" | "items">, items: ReadonlyArray<Item>): 200 | 409 {
    if (this.services.has(service.name)) return 409
    this.services.set(service.name, {
      ...service,
      members: [],
      items: new Map(items.map((item) => [keyOf(item), item]))
    })
    return 200
  }

  rename(service: ModelService, name: string): 200 | 409 {
    const holder = this.services.get(name)
    if (holder !== undefined && holder !== service) return 409
    this.services.delete(service.name)
    service.name = name
    this.services.set(name, service)
    return 200
  }

  remove(service: ModelService, force: boolean): 204 | 412 {
    if (service.members.length > 0 && !force) return 412
    this.services.delete(service.name)
    return 204
  }

  /** As a list shows them, without times and faces. */
  shown() {
    return [...this.services.values()].toSorted((one, other) => byCodePoint(one.name, other.name)).map(shownService)
  }
}

interface ShownService extends Pick<ModelService, "owner" | "name" | "description" | "members" | "properties"> {
  readonly itemCountSummary: Readonly<Record<string, number>>
}

export const shownService = ({ description, items, members, name, owner, properties }: ModelService): ShownService => {
  const counts: Record<string, number> = {}
  for (const { type } of items.values()) counts[type] = (counts[type] ?? 0) + 1
  return {
    owner,
    name,
    description,
    members: [owner, ...members.toSorted()],
    itemCountSummary: counts,
    properties: properties.toSorted((one, other) => one.order - other.order)
  }
}

export const shownItems = ({ items }: ModelService) => [...items.keys()].toSorted(byCodePoint)
