/** How writes on package versions stand in the audit log. */
import type { AuditedWrite } from "@platform-control/core/Audit"
import type { VersionId } from "./PackageId.ts"

/** Publishers are organizations, whose administrators look for these entries. */
export const auditedVersion = (
  verb: "start-publish" | "publish" | "delete",
  { name, publisher, source, version }: VersionId
): AuditedWrite => ({
  action: `package-version.${verb}`,
  target: `${source}/${publisher}/${name}@${version}`,
  organization: publisher
})
