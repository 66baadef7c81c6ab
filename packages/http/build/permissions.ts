/** Writes `docs/permissions.md` from the whole API: `node --conditions=@platform-control/source build/permissions.ts`. */
import { writeFileSync } from "node:fs"
import { ControlPlaneApi } from "../src/ControlPlaneApi.ts"
import { permissionsPage } from "../src/permissions/permissionsPage.ts"

writeFileSync(new URL("../../../docs/permissions.md", import.meta.url), permissionsPage(ControlPlaneApi))
