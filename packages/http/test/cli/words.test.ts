/** What every command says of itself, and how mistakes are answered; nothing is run. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Console, Effect, Layer } from "effect"
import { CliOutput, Command, type HelpDoc } from "effect/cli"
import { platformControl } from "../../src/cli/platformControl.ts"
import { presenter } from "../../src/cli/presenter.ts"

const say = Effect.fnUntraced(function* (words: ReadonlyArray<string>) {
  const lines: Array<string> = []
  const docs: Array<HelpDoc.HelpDoc> = []
  const silent: Console.Console = Object.assign(Object.create(console), {
    log: (line: unknown) => lines.push(String(line)),
    error: (line: unknown) => lines.push(String(line))
  })
  const exit = yield* Command.runWith(platformControl, { version: "1.2.3" })(words).pipe(
    Effect.provide(
      CliOutput.layerPresenter({
        present: (event) => {
          if (event._tag !== "Version") docs.push(event.helpDoc)
          return presenter.present(event)
        }
      }).pipe(Layer.provideMerge(NodeServices.layer))
    ),
    Effect.provideService(Console.Console, silent),
    Effect.exit
  )
  return { text: lines.join("\n"), doc: docs[0], exit }
})

type Words = ReadonlyArray<string>

const commandsUnder = (command: Command.Command.Any, path: Words): Array<Words> => [
  path,
  ...command.subcommands.flatMap(({ commands }) => commands.flatMap((one) => commandsUnder(one, [...path, one.name])))
]

const commands = commandsUnder(platformControl, [])

describe("--help", () => {
  it("is there for every command of the tree", () => {
    assert.includeDeepMembers(commands, [
      ["start"],
      ["serve"],
      ["migrate"],
      ["openapi"],
      ["org", "create"],
      ["user", "grant"],
      ["member", "set"],
      ["token", "create"],
      ["package", "publish"]
    ])
  })

  for (const words of commands)
    it.effect(`platform-control ${words.join(" ")}`, () =>
      Effect.gen(function* () {
        const { doc, exit, text } = yield* say([...words, "--help"])
        assert.strictEqual(exit._tag, "Success")
        assert.include(text, ["platform-control", ...words].join(" "))
        for (const flag of doc?.flags ?? []) {
          assert.include(text, `--${flag.name}`)
          assert.strictEqual(flag.description._tag, "Some", `--${flag.name} is not described`)
        }
        for (const argument of doc?.args ?? []) assert.strictEqual(argument.description._tag, "Some", argument.name)
        const isGroup = (doc?.subcommands ?? []).length > 0
        if (!isGroup) assert.isNotEmpty(doc?.examples, "no example")
      })
    )

  it.effect("says of commands with data that they act on the database, and of secrets where to put them", () =>
    Effect.gen(function* () {
      for (const area of ["org", "user", "member", "token"])
        assert.include((yield* say([area, "ls", "--help"])).text, "Acts directly on the database")
      assert.include((yield* say(["package", "publish", "--help"])).text, "better in PLATFORM_CONTROL_TOKEN")
    })
  )
})

describe("--completions", () => {
  for (const shell of ["bash", "zsh", "fish"])
    it.effect(`prints a script for ${shell}`, () =>
      Effect.gen(function* () {
        const { exit, text } = yield* say(["--completions", shell])
        assert.strictEqual(exit._tag, "Success")
        for (const word of ["publish", "migrate", "package-version"]) assert.include(text, word)
      })
    )
})

describe("a command line with a mistake", () => {
  const mistakes: ReadonlyArray<readonly [what: string, words: Words, expected: RegExp]> = [
    ["an unknown command", ["pakage"], /Unknown subcommand "pakage"[^]*package/],
    ["an unknown flag", ["package", "ls", "--serch", "x"], /Unrecognized flag: --serch[^]*--search/],
    ["a missing argument", ["org", "create"], /Missing required argument: name/],
    [
      "a value outside the choices",
      ["package", "publish", ".", "--source", "x"],
      /"private" \| "platform" \| "bridged"/
    ],
    ["a limit below one", ["package", "ls", "--limit", "0"], /at least 1/],
    ["a value that is no number", ["start", "--port", "x"], /--port/]
  ]
  for (const [what, words, expected] of mistakes)
    it.effect(`names ${what}, the usage and where the help is, and no more`, () =>
      Effect.gen(function* () {
        const { exit, text } = yield* say(words)
        assert.match(text, expected)
        assert.match(text, /Usage: platform-control [^]*Help: {2}platform-control .*--help$/)
        assert.isBelow(text.split("\n").length, 12)
        assert.strictEqual(exit._tag, "Failure")
      })
    )

  it.effect("never repeats an access token", () =>
    Effect.gen(function* () {
      const secret = "pct_p_0123456789"
      for (const words of [["package", "ls", secret], [secret], ["package", "ls", "--limit", secret]]) {
        const { text } = yield* say(words)
        assert.notInclude(text, secret)
        assert.include(text, "pct_***")
      }
    })
  )
})
