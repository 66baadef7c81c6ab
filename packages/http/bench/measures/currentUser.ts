/** Who am I: an answer that is little but the authentication. */
import type { FaultOf } from "../rounds/faults.ts"
import type { Stage } from "../Stage.ts"
import { sideBySide } from "./sideBySide.ts"

/** Two databases know the same user by two ids. */
const fault =
  (login: string): FaultOf =>
  (body) => {
    const user = JSON.parse(body) as { readonly scmLogin?: unknown; readonly username?: unknown }
    return user.scmLogin === login || user.username === login ? undefined : "somebody else"
  }

/** The two that do the least check the token and answer from memory; Verdaccio checks a signed token. */
export const currentUser = (stage: Stage) =>
  sideBySide(stage, {
    operation: "current user",
    paths: ["/api/user"],
    faultOf: () => fault("bencher"),
    npm: { paths: ["/-/whoami"], faultOf: fault("bench") },
    least: {}
  })
