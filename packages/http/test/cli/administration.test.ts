/** Organizations, users, members and tokens through the command, beside a server that runs on the same database. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type RunningServer, runHere, startServer } from "./commandLine.ts"

let data: string
let server: RunningServer

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "platform-control-"))
  server = await startServer(["start", "--no-demo", "--data", data])
})

afterAll(async () => {
  await server.stop()
  await rm(data, { recursive: true, force: true })
})

/** One after the other: two clients of one SQLite file in one process would wait for each other. */
const command = (line: string, ...more: ReadonlyArray<string>) => runHere([...line.split(" "), ...more, "--data", data])

/** The command has to succeed; what it printed. */
const done = async (line: string, ...more: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await command(line, ...more)
  assert.strictEqual(code, 0, stderr)
  return stdout
}

const json = async (line: string, ...more: ReadonlyArray<string>) => JSON.parse(await done(line, "--json", ...more))

/** The command has to be refused; what it said. */
const refusal = async (line: string): Promise<string> => {
  const { code, stderr, stdout } = await command(line)
  assert.strictEqual(code, 1)
  assert.strictEqual(stdout, "")
  return stderr
}

const whoIs = async (token: string) => {
  const response = await fetch(`${server.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: await response.json() }
}

describe("platform-control org", () => {
  it("creates, renames and lists; refuses a name that is taken or can't stand in a path", async () => {
    assert.deepInclude(await json("org create orgs-a", "--display-name", "First Ltd"), {
      name: "orgs-a",
      displayName: "First Ltd"
    })
    assert.match(await done("org rename orgs-a", "Second Ltd"), /orgs-a is now called Second Ltd/)
    const table = await done("org ls")
    assert.match(table, /^NAME +DISPLAY NAME +CREATED$/m)
    assert.match(table, /^orgs-a +Second Ltd +\d{4}-/m)
    assert.deepInclude(
      (await json("org ls")).map(({ displayName, name }: Record<string, string>) => ({ name, displayName })),
      { name: "orgs-a", displayName: "Second Ltd" }
    )
    assert.match(await refusal("org create orgs-a"), /Organization orgs-a already exists/)
    assert.match(await refusal("org create .a"), /Expected an organization name/)
  })
})

describe("platform-control user", () => {
  it("creates, grants, revokes, lists and removes; refuses a login that is taken or unknown", async () => {
    assert.deepInclude(await json("user create users-a --registry-admin --email a@example.org", "--name", "A. User"), {
      login: "users-a",
      name: "A. User",
      email: "a@example.org",
      siteAdmin: false,
      registryAdmin: true
    })
    await done("user grant users-a site-admin")
    await done("user revoke users-a registry-admin")
    assert.match(await done("user ls"), /^users-a +A\. User +a@example\.org +site-admin +\d/m)
    assert.match(await refusal("user create users-a"), /User users-a already exists/)
    await done("user rm users-a")
    assert.match(await refusal("user rm users-a"), /User users-a not found/)
  })
})

describe("platform-control member", () => {
  it("adds, changes, lists and removes; a member's user stays as long as they are one", async () => {
    await done("org create members-a")
    await done("user create members-u")
    await done("member add members-a members-u --publish")
    const before = await json("member ls members-a")
    assert.deepStrictEqual(before, [{ login: "members-u", name: "members-u", role: "member", registryPublish: true }])
    await done("member set members-a members-u --role admin --no-publish")
    const [after] = await json("member ls members-a")
    assert.deepInclude(after, { role: "admin", registryPublish: false })
    assert.match(await refusal("member add members-a members-u"), /already a member/)
    assert.match(await refusal("user rm members-u"), /still a member of members-a/)
    await done("member rm members-a members-u")
    assert.deepStrictEqual(await json("member ls members-a"), [])
    await done("user rm members-u")
  })

  it("2 for a change of nothing", async () => {
    const { code, stderr } = await command("member set members-a members-u")
    assert.strictEqual(code, 2)
    assert.match(stderr, /--role, --publish or --no-publish/)
  })

  it("does all that was asked for or nothing", async () => {
    await done("org create members-t")
    await done("user create members-t1")
    await done("user create members-t2")
    await done("member add members-t members-t2")
    const sqlite = new DatabaseSync(join(data, "control-plane.sqlite"))
    sqlite.exec(`CREATE TRIGGER no_grants BEFORE INSERT ON admin_audit_entries WHEN NEW.action = 'member.grant-publish'
      BEGIN SELECT RAISE(ABORT, 'no grants today'); END`)
    try {
      for (const line of ["add members-t members-t1 --publish", "set members-t members-t2 --role admin --publish"]) {
        assert.match(await refusal(`member ${line}`), /no grants today/)
      }
      assert.deepStrictEqual(await json("member ls members-t"), [
        { login: "members-t2", name: "members-t2", role: "member", registryPublish: false }
      ])
    } finally {
      sqlite.exec("DROP TRIGGER no_grants")
      sqlite.close()
    }
  })
})

describe("platform-control token", () => {
  it("makes a personal token that the running server knows at once, with its user's organizations", async () => {
    await done("org create tokens-a")
    await done("user create tokens-u")
    await done("member add tokens-a tokens-u")
    const { code, stderr, stdout } = await command("token create --user tokens-u --expires 12h")
    assert.strictEqual(code, 0)
    assert.match(stdout, /^pct_p_\w{36}\n$/)
    assert.match(stderr, /shown this once/)
    const { body, status } = await whoIs(stdout.trim())
    assert.strictEqual(status, 200)
    assert.strictEqual(body.scmLogin, "tokens-u")
    assert.deepInclude(body.organizations[0], { scmLogin: "tokens-a", role: "member" })

    const [listed] = await json("token ls --user tokens-u")
    assert.deepInclude(listed, { type: "personal", createdBy: "platform-control", name: "" })
    assert.isAtLeast(listed.expires * 1000, Date.now() + 11 * 3_600_000)
    assert.notInclude(JSON.stringify(listed), stdout.trim())
  })

  it("makes an organization's token, and revokes it for ever", async () => {
    await done("org create tokens-b")
    const { id, value } = await json("token create --organization tokens-b --name ci --admin")
    assert.match(await done("token ls --organization tokens-b"), new RegExp(`^${id} +organization +ci `, "m"))
    assert.strictEqual((await whoIs(value)).status, 200)
    await done(`token rm ${id}`)
    assert.strictEqual((await whoIs(value)).status, 401)
    assert.deepStrictEqual(await json("token ls --organization tokens-b"), [])
    assert.match(await refusal(`token revoke ${id}`), /not found/)
    assert.match(await refusal("token create --organization tokens-b --name ci"), /already used/)
  })

  it("makes tokens of every kind", async () => {
    await done("org create tokens-c")
    await done("team create tokens-c crew")
    await done("user create tokens-k")
    assert.match(await refusal("token create --user tokens-k --organization tokens-c"), /tokens-k is not a member of/)
    await done("member add tokens-c tokens-k")
    const made = [
      ["personal", "p", "--user tokens-k"],
      ["personal", "p", "--user tokens-k --organization tokens-c"],
      ["refresh", "f", "--user tokens-k --kind refresh"],
      ["agent", "a", "--user tokens-k --kind agent"],
      ["organization", "o", "--organization tokens-c --name one --role stack-read"],
      ["team", "t", "--organization tokens-c --name two --team crew"],
      ["runner", "r", "--organization tokens-c --name three --kind runner --reason why"]
    ] as const
    for (const [kind, letter, flags] of made) {
      const { value } = await json(`token create ${flags}`)
      assert.match(value, new RegExp(`^pct_${letter}_`), kind)
      assert.strictEqual((await whoIs(value)).status, kind === "refresh" ? 401 : 200, kind)
    }
    const kinds = (tokens: ReadonlyArray<{ readonly type: string }>) => tokens.map(({ type }) => type)
    assert.sameMembers(kinds(await json("token ls --user tokens-k")), ["personal", "personal", "refresh", "agent"])
    assert.sameMembers(kinds(await json("token ls --organization tokens-c")), ["organization", "team", "runner"])
    const [bound, ...others] = await json("token ls --user tokens-k --organization tokens-c")
    assert.deepInclude(bound, { type: "personal", organization: "tokens-c" })
    assert.deepStrictEqual(others, [])
    const users = await done("token ls --user tokens-k")
    assert.match(users, /personal +all of its user's /)
    assert.match(users, /personal +tokens-c /)
    const own = await done("token ls --organization tokens-c")
    for (const [type, name, reach] of [
      ["organization", "one", "stack-read"],
      ["team", "two", "team crew"],
      ["runner", "three", "member"]
    ])
      assert.match(own, new RegExp(`${type} +${name} +${reach} `))
    const [role] = await json("token ls --organization tokens-c")
    assert.deepInclude(role.role, { id: "stack-read", defaultIdentifier: "stack-read" })
    assert.match(await refusal("token ls --organization nowhere"), /Organization nowhere not found/)
  })

  const mistakes = [
    ["a user's kind without a user", "token create --kind refresh --organization main", /Add --user/],
    ["an organization's kind with a user", "token create --kind runner --user admin", /Leave out --user/],
    ["a team's token without a team", "token create --kind team --organization main --name x", /Add --team/],
    [
      "an administrator's runner",
      "token create --kind runner --organization main --name x --admin",
      /--admin does not/
    ],
    ["no owner", "token create", /--user <login> or --organization <organization>/],
    ["an organization's token without a name", "token create --organization main", /--name/],
    [
      "a personal token with a name",
      "token create --user admin --name x",
      /--name does not belong to a token of the kind personal/
    ],
    ["a time that is none", "token create --user admin --expires soon", /--expires soon: expected a time/]
  ] as const
  it("2 for a token that makes no sense", async () => {
    for (const [what, line, expected] of mistakes) {
      const { code, stderr } = await command(line)
      assert.strictEqual(code, 2, what)
      assert.match(stderr, expected, what)
    }
  })
})

describe("platform-control audit", () => {
  it("shows who did what, newest first, by every filter", async () => {
    await done("org create audit-a")
    const { id } = await json("token create --organization audit-a --name ci", "--reason", "for the audit")
    await done(`token rm ${id}`)
    const entries = await json("audit ls --organization audit-a")
    assert.deepStrictEqual(
      entries.map(({ action, actorKind, organization, target }: Record<string, string>) => [
        action,
        actorKind,
        organization,
        target
      ]),
      [
        ["organization-token.revoke", "command", "audit-a", id],
        ["organization-token.create", "command", "audit-a", id],
        ["organization.create", "command", "audit-a", "audit-a"]
      ]
    )
    assert.strictEqual(entries[1].reason, "for the audit")
    assert.strictEqual(entries[0].actor, userInfo().username)
    assert.deepStrictEqual(await json(`audit ls --target ${id} --action organization-token.create --limit 1`), [
      entries[1]
    ])
    assert.deepStrictEqual(await json("audit ls --organization audit-a --until 2020-01-01"), [])
    assert.lengthOf(await json("audit ls --organization audit-a", "--since", "1 hour"), 3)
    assert.deepStrictEqual(await json("audit ls --actor nobody"), [])
    assert.match(await done("audit ls --organization audit-a"), /^TIME +ACTOR +ACTION +TARGET/m)
  })

  it("shows what the server did by itself at its first start", async () => {
    const entries = await json("audit ls --target main --action organization.create")
    assert.deepStrictEqual(
      entries.map(({ actor, actorKind }: Record<string, string>) => [actorKind, actor]),
      [["server", "platform-control"]]
    )
    assert.lengthOf(await json("audit ls --target admin --action user.create"), 1)
  })

  it("exports one JSON object a line, oldest first", async () => {
    await done("org create audit-b")
    await done("org rename audit-b", "B")
    const lines = (await done("audit export --organization audit-b")).trimEnd().split("\n")
    const entries = lines.map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      entries.map(({ action }) => action),
      ["organization.create", "organization.set-profile"]
    )
    for (const { at } of entries) assert.match(at, /^\d{4}-\d\d-\d\dT.*Z$/)
    assert.isAbove((await done("audit export")).trimEnd().split("\n").length, lines.length)
  })

  it("2 for a time that is none, and for a limit out of bounds", async () => {
    for (const flags of ["--since soon", "--until 2026-02-30", "--limit 0", "--limit 1001"]) {
      assert.strictEqual((await command(`audit ls ${flags}`)).code, 2, flags)
    }
  })
})

describe("a command on a database that is not there", () => {
  it("1, makes none, and says how one is made", async () => {
    const { code, stderr } = await runHere(["org", "ls", "--data", join(data, "mistyped")])
    assert.strictEqual(code, 1)
    assert.match(stderr, /There is no database at .*mistyped[^]*platform-control start/)
    assert.match((await runHere(["org", "ls", "--data", join(data, "mistyped")])).stderr, /There is no database/)
  })
})
