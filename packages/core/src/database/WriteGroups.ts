/**
 * Group commit: transactions that are ready in one turn of the event loop share one `BEGIN … COMMIT`, each in a
 * savepoint of its own, and none is acknowledged before that commit is on disk. Knows no SQL but these words.
 */
import { Deferred, Effect, type Scope, Semaphore } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { inRealTime } from "../inRealTime.ts"
import { type SqliteConnection, toSqlError } from "./SqliteConnection.ts"

export const BEGIN_MEMBER = "SAVEPOINT member"
export const ROLLBACK_MEMBER = "ROLLBACK TO member; RELEASE member"
const RELEASE_MEMBER = "RELEASE member"

/** Between two looks whether another process still writes, in milliseconds: the first time, and at most. */
const FIRST_LOOK_MILLISECONDS = 1
const LATER_LOOK_MILLISECONDS = 25

type Group = Deferred.Deferred<void, SqlError>

/** The writer connection, lent to one member at a time. */
export interface WriteGroups {
  /** Enters the open group, or begins one; the connection is the member's until the scope closes or it commits. */
  readonly enter: Effect.Effect<SqliteConnection, SqlError, Scope.Scope>
  /** Ends the entered member and waits until its group is on disk. */
  readonly commit: Effect.Effect<void, SqlError>
  /** One statement as a member of its own. */
  readonly single: <A, E, R>(
    body: (connection: SqliteConnection) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError, R>
  /** Runs it when no group is open; whoever wants to enter one waits meanwhile. */
  readonly between: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Called after each commit of a group, outside of any transaction. */
  readonly onCommit: (listener: () => void) => void
}

interface Member {
  left: boolean
}

/**
 * A group waits this long for another process that writes, in milliseconds, before its members fail. This process goes
 * on with everything else meanwhile: SQLite's own way of waiting would stop it.
 */
export const makeWriteGroups = (connection: SqliteConnection, patienceMilliseconds: number): WriteGroups => {
  const turn = Semaphore.makeUnsafe(1)
  const { database } = connection
  database.exec("PRAGMA busy_timeout = 0")
  let group: Group | undefined
  let inside: Member | undefined
  let closing = false
  let committed = (): void => {}

  const end = (exit: Effect.Effect<void, SqlError>) => {
    const ended = group
    group = undefined
    if (ended !== undefined) Deferred.doneUnsafe(ended, exit)
  }

  const close = Effect.sync(() => {
    closing = false
    if (group === undefined) return
    try {
      database.exec("COMMIT")
      end(Effect.void)
      committed()
    } catch (cause) {
      if (database.isTransaction) database.exec("ROLLBACK")
      end(Effect.fail(toSqlError(cause, "commit")))
    }
  })

  const closeAfterThisTurn = () => {
    if (closing) return
    closing = true
    setImmediate(() => Effect.runFork(turn.withPermit(close)))
  }

  const beginNow = Effect.suspend(() => {
    if (group !== undefined) return Effect.succeed(connection)
    try {
      database.exec("BEGIN IMMEDIATE")
    } catch (cause) {
      return Effect.fail(toSqlError(cause, "begin"))
    }
    group = Deferred.makeUnsafe()
    return Effect.succeed(connection)
  })

  const beginUntil = (endsAt: number, pause: number): Effect.Effect<SqliteConnection, SqlError> =>
    Effect.catch(beginNow, (error) =>
      error.reason._tag === "LockTimeoutError" && performance.now() < endsAt
        ? Effect.andThen(
            inRealTime(Effect.sleep(pause)),
            beginUntil(endsAt, Math.min(2 * pause, LATER_LOOK_MILLISECONDS))
          )
        : Effect.fail(error)
    )

  const begin = Effect.suspend(() => beginUntil(performance.now() + patienceMilliseconds, FIRST_LOOK_MILLISECONDS))

  /** Some faults (a full disk, say) make SQLite roll back everything: then no member of the group has committed. */
  const leave = (member: Member) =>
    Effect.suspend(() => {
      if (member.left) return Effect.void
      member.left = true
      inside = undefined
      if (!database.isTransaction) end(Effect.fail(toSqlError(new Error("SQLite rolled the group back"), "commit")))
      closeAfterThisTurn()
      return Effect.asVoid(turn.release(1))
    })

  const join = Effect.sync((): Member => (inside = { left: false }))

  const awaitGroup = (member: Member) =>
    Effect.suspend(() => {
      const joined = group
      return Effect.andThen(leave(member), joined === undefined ? Effect.void : Deferred.await(joined))
    })

  return {
    enter: Effect.uninterruptibleMask((restore) =>
      restore(turn.take(1)).pipe(
        Effect.andThen(join),
        Effect.tap((member) => Effect.addFinalizer(() => leave(member))),
        Effect.andThen(restore(begin))
      )
    ),
    commit: Effect.suspend(() => {
      const member = inside
      return connection
        .executeUnprepared(RELEASE_MEMBER, [], undefined)
        .pipe(Effect.andThen(member === undefined ? Effect.void : awaitGroup(member)))
    }),
    single: (body) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.andThen(restore(turn.take(1)), join), (member) =>
          restore(begin).pipe(
            Effect.flatMap(body),
            Effect.onError(() => leave(member)),
            Effect.tap(() => awaitGroup(member))
          )
        )
      ),
    between: (effect) => turn.withPermit(Effect.andThen(close, effect)),
    onCommit: (listener) => {
      committed = listener
    }
  }
}
