/** Writes `docs/settings.md` from the table of settings: `node --conditions=@platform-control/source build/settings.ts`. */
import { writeFileSync } from "node:fs"
import { settings } from "../src/ServerConfig.ts"
import { settingsPage } from "../src/settings/settingsPage.ts"

writeFileSync(new URL("../../../docs/settings.md", import.meta.url), settingsPage(settings))
