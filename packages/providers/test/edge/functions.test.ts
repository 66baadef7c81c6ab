import { lookupSuite } from "../suite/lookupSuite.ts"
import { edgeUnderTest } from "./functions.ts"

lookupSuite(edgeUnderTest)
