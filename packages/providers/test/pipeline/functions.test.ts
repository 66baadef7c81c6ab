import { lookupSuite } from "../suite/lookupSuite.ts"
import { pipelineUnderTest } from "./functions.ts"

lookupSuite(pipelineUnderTest)
