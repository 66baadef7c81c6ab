/** The words of `platform-control policy …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import { actsOnDatabase } from "../admin/actsOnDatabase.ts"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"
import { policyGroupCommand } from "./PolicyGroupCommands.ts"

const connection = { url: Flags.url, token: Flags.token, json: Flags.json }

const path = Argument.Path("path", { pathType: "either", mustExist: true }).pipe(
  Argument.withDescription("The pack's folder, which holds policy-pack.yaml, or its archive (.tgz)")
)

const typed = {
  name: Flag.String("name").pipe(Flag.withDescription("Its name; else `name` of the manifest"), Flag.optional),
  packVersion: Flag.String("pack-version").pipe(
    Flag.withMetavar("<semver>"),
    Flag.withDescription("Its version, for example 1.2.0; else `version` of the manifest, if it has one"),
    Flag.optional
  )
}

const pack = Argument.String("pack").pipe(
  Argument.withMetavar("<organization/name[@version]>"),
  Argument.withDescription("The policy pack, and its version by number, version tag or `latest`")
)

const wholePack = Argument.String("pack").pipe(
  Argument.withMetavar("<organization/name>"),
  Argument.withDescription("The policy pack, with all its versions")
)

const publish = Command.make(
  "publish",
  {
    path,
    organization: Flags.organization("The organization that owns it"),
    ...typed,
    ...connection
  },
  lazily(() => import("./publish.ts").then((body) => body.publish))
).pipe(
  Command.withDescription(
    [
      "Publish the next version of a policy pack.",
      "",
      "  A pack is a folder with a manifest, policy-pack.yaml (or .json): name, displayName, version, policies. README.md",
      "  goes with it. Everything in the folder is sent but .git, node_modules, .venv and __pycache__. An archive of such a",
      "  folder is sent as it is. docs/policy-packs.md tells more, and examples/policy-pack is one."
    ].join("\n")
  ),
  Command.withShortDescription("Publish a version of a policy pack"),
  Command.withExamples([
    { command: "platform-control policy publish ./policy-pack --organization acme" },
    {
      command: "platform-control policy publish rules.tgz --organization acme --pack-version 1.2.0 --json",
      description: "Publish an archive under another version, and print what was published"
    }
  ])
)

const list = Command.make(
  "ls",
  {
    organization: Flag.String("organization").pipe(
      Flag.withMetavar("<organization>"),
      Flag.withDescription("Seen from this organization; else from all of the caller's"),
      Flag.optional
    ),
    access: Flag.Literals("access", ["enabled", "private", "added", "available"]).pipe(
      Flag.withDescription(
        "enabled: made or added (default); private: made; added: public ones that were added; available: others that were not"
      ),
      Flag.withDefault("enabled")
    ),
    ...connection
  },
  lazily(() => import("./list.ts").then((body) => body.list))
).pipe(
  Command.withDescription("List policy packs, one line each with its newest version; --json prints one array"),
  Command.withShortDescription("List policy packs"),
  Command.withExamples([
    { command: "platform-control policy ls" },
    { command: "platform-control policy ls --organization acme --access available" }
  ])
)

const info = Command.make(
  "info",
  { pack, ...connection },
  lazily(() => import("./info.ts").then((body) => body.info))
).pipe(
  Command.withDescription("Show a version of a policy pack with its policies; without @version the newest one"),
  Command.withShortDescription("Show a policy pack"),
  Command.withExamples([{ command: "platform-control policy info acme/storage@1.2.0" }])
)

const remove = Command.make(
  "rm",
  {
    pack,
    yes: Flag.Boolean("yes").pipe(
      Flag.withAlias("y"),
      Flag.withDescription("Do not ask; required where there is no terminal to ask on"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    url: Flags.url,
    token: Flags.token
  },
  lazily(() => import("./remove.ts").then((body) => body.remove))
).pipe(
  Command.withDescription(
    "Remove a version of a policy pack, or without @version the whole pack, for good. Asks first. Numbers and version tags are not used again."
  ),
  Command.withShortDescription("Remove a policy pack or a version of it"),
  Command.withExamples([
    { command: "platform-control policy rm acme/storage@1.2.0" },
    { command: "platform-control policy rm acme/storage --yes", description: "All versions, without asking" }
  ])
)

const importPack = Command.make(
  "import",
  {
    organization: Argument.String("organization").pipe(Argument.withDescription("The organization that owns it")),
    path,
    ...typed,
    public: Flag.Boolean("public").pipe(
      Flag.withDescription("Let every organization see the pack, and add it; a pack that is public stays so"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    data: Flags.data
  },
  lazily(() => import("./external.ts").then((body) => body.importPack))
).pipe(
  Command.withDescription(
    actsOnDatabase("Import a version of an external policy pack, which can't be deleted over the network.")
  ),
  Command.withShortDescription("Import an external policy pack"),
  Command.withExamples([{ command: "platform-control policy import acme ./baseline --public" }])
)

const unimport = Command.make(
  "unimport",
  { pack: wholePack, data: Flags.data },
  lazily(() => import("./external.ts").then((body) => body.unimport))
).pipe(
  Command.withDescription(actsOnDatabase("Remove an external policy pack with all its versions.")),
  Command.withShortDescription("Remove an external policy pack"),
  Command.withExamples([{ command: "platform-control policy unimport acme/baseline" }])
)

const access = Command.make(
  "access",
  {
    organization: Argument.String("organization").pipe(Argument.withDescription("The organization that decides")),
    pack: wholePack,
    access: Argument.Literals("access", ["add", "deny", "reset"]).pipe(
      Argument.withDescription("add: use a public pack; deny: use it no more; reset: as if nothing had been said")
    ),
    data: Flags.data
  },
  lazily(() => import("./external.ts").then((body) => body.setAccess))
).pipe(
  Command.withDescription(actsOnDatabase("Say which policy packs an organization uses.")),
  Command.withShortDescription("Add or deny a policy pack"),
  Command.withExamples([{ command: "platform-control policy access globex acme/baseline add" }])
)

/** `platform-control policy`. */
export const policyCommand = Command.make("policy").pipe(
  Command.withDescription("Publish, list, read and remove policy packs, and say where they apply"),
  Command.withSubcommands([
    { group: "OVER THE NETWORK", commands: [publish, list, info, remove] },
    { group: "ON THE SERVER'S DATABASE", commands: [policyGroupCommand, importPack, unimport, access] }
  ])
)
