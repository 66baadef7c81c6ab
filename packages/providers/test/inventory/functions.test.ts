import { lookupSuite } from "../suite/lookupSuite.ts"
import { inventoryUnderTest } from "./functions.ts"

lookupSuite(inventoryUnderTest)
