/** Waits for what a server does on its own, by looking, never by guessing a time. */

const LOOK_EVERY_MILLIS = 10

const GIVE_UP_MILLIS = 10_000

/** Settles with the first value that `isDone` accepts; fails with the last one when none comes. */
export const eventually = async <A>(look: () => Promise<A>, isDone: (value: A) => boolean): Promise<A> => {
  const until = performance.now() + GIVE_UP_MILLIS
  for (;;) {
    const value = await look()
    if (isDone(value)) return value
    if (performance.now() > until) throw new Error(`Still ${JSON.stringify(value)} after ${GIVE_UP_MILLIS} ms`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MILLIS))
  }
}
