/** The inventory provider package. */
export { getAsn } from "./functions/getAsn.ts"
export { Inventory } from "./Inventory.ts"
export { inventory } from "./provider.ts"
export * from "../index.ts"
