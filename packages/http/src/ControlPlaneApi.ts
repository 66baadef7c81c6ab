/** The whole API: the groups of every area, and nothing else. */
import {
  ExchangeGroup,
  OrganizationTokensGroup,
  ServiceItemsGroup,
  ServicesGroup,
  UserGroup,
  UserTokensGroup
} from "@platform-control/admin/contract"
import { BaseApi } from "@platform-control/core/ApiId"
import { PolicyPacksGroup, RegistryPolicyPacksGroup } from "@platform-control/policy/contract"
import { ArtifactsGroup, DocsGroup, PackagesGroup, PublishGroup } from "@platform-control/registry/contract"

/** Everything that clients can ask for. Middlewares and annotations stand on the groups, inside their areas. */
export class ControlPlaneApi extends BaseApi.add(UserGroup)
  .add(UserTokensGroup)
  .add(OrganizationTokensGroup)
  .add(ExchangeGroup)
  .add(ServicesGroup)
  .add(ServiceItemsGroup)
  .add(PackagesGroup)
  .add(PublishGroup)
  .add(DocsGroup)
  .add(ArtifactsGroup)
  .add(PolicyPacksGroup)
  .add(RegistryPolicyPacksGroup) {}
