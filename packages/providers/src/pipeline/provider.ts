/** The pipeline provider as a whole: what its package, its documentation and `platform-control invoke` are made from. */
import * as Provider from "../Provider.ts"
import { getConnection } from "./functions/getConnection.ts"
import { getConnectionCertificates } from "./functions/getConnectionCertificates.ts"
import { getConnectionFingerprints } from "./functions/getConnectionFingerprints.ts"
import { getConnections } from "./functions/getConnections.ts"
import { getConnector } from "./functions/getConnector.ts"
import { getConnectorCertificates } from "./functions/getConnectorCertificates.ts"
import { getConnectorFingerprints } from "./functions/getConnectorFingerprints.ts"
import { getConnectorsMetadata } from "./functions/getConnectorsMetadata.ts"
import { getDestination } from "./functions/getDestination.ts"
import { getDestinationCertificates } from "./functions/getDestinationCertificates.ts"
import { getDestinationFingerprints } from "./functions/getDestinationFingerprints.ts"
import { getDestinations } from "./functions/getDestinations.ts"
import { getGroup } from "./functions/getGroup.ts"
import { getGroupConnections } from "./functions/getGroupConnections.ts"
import { getGroupServiceAccount } from "./functions/getGroupServiceAccount.ts"
import { getGroupSshKey } from "./functions/getGroupSshKey.ts"
import { getGroupUsers } from "./functions/getGroupUsers.ts"
import { getGroups } from "./functions/getGroups.ts"
import { getHybridDeploymentAgent } from "./functions/getHybridDeploymentAgent.ts"
import { getHybridDeploymentAgents } from "./functions/getHybridDeploymentAgents.ts"
import { getPrivateLink } from "./functions/getPrivateLink.ts"
import { getPrivateLinks } from "./functions/getPrivateLinks.ts"
import { getProxyAgent } from "./functions/getProxyAgent.ts"
import { getProxyAgents } from "./functions/getProxyAgents.ts"
import { getQuickstartPackage } from "./functions/getQuickstartPackage.ts"
import { getQuickstartPackages } from "./functions/getQuickstartPackages.ts"
import { getRoles } from "./functions/getRoles.ts"
import { getTeam } from "./functions/getTeam.ts"
import { getTeams } from "./functions/getTeams.ts"
import { getUser } from "./functions/getUser.ts"
import { getUsers } from "./functions/getUsers.ts"
import { getWebhook } from "./functions/getWebhook.ts"
import { getWebhooks } from "./functions/getWebhooks.ts"
import { Pipeline } from "./Pipeline.ts"
import { pipelineVariables } from "./variables.ts"

const about = `Every function is a lookup: it reads from a Fivetran account and changes nothing. Lists are read to their end, page by
page; a request that is limited or meets a passing fault is repeated. Times are ISO 8601, as the service writes them; what
has no value is left out.`

/** The provider. */
export const pipeline = Provider.make({
  prefix: "pipeline",
  displayName: "Pipeline",
  description: "Looks up connections, destinations, groups and users of a Fivetran account.",
  keywords: ["pipeline", "fivetran", "etl", "category/database"],
  attribution:
    "Modelled on terraform-provider-fivetran (https://github.com/fivetran/terraform-provider-fivetran), Apache-2.0.",
  clientName: "Pipeline",
  about,
  variables: pipelineVariables,
  functions: [
    getConnection,
    getConnectionCertificates,
    getConnectionFingerprints,
    getConnections,
    getConnector,
    getConnectorCertificates,
    getConnectorFingerprints,
    getConnectorsMetadata,
    getDestination,
    getDestinationCertificates,
    getDestinationFingerprints,
    getDestinations,
    getGroup,
    getGroupConnections,
    getGroupServiceAccount,
    getGroupSshKey,
    getGroupUsers,
    getGroups,
    getHybridDeploymentAgent,
    getHybridDeploymentAgents,
    getPrivateLink,
    getPrivateLinks,
    getProxyAgent,
    getProxyAgents,
    getQuickstartPackage,
    getQuickstartPackages,
    getRoles,
    getTeam,
    getTeams,
    getUser,
    getUsers,
    getWebhook,
    getWebhooks
  ],
  layer: Pipeline.layer
})
