/** Draws a race: a lane for each request, from when it began to when it was answered. */
import type { Lane } from "../../runs/lanes.ts"
import { escaped } from "../escaped.ts"

const LETTERS = 46

/** The method and the end of the path, which is what differs. */
const shortened = (request: string): string => {
  const [method = "", target = ""] = request.split(/ (.*)/s)
  const room = LETTERS - method.length - 1
  return `${method} ${target.length <= room ? target : `…${target.slice(1 - room)}`}`
}

const laneText = (lane: Lane, end: number): string => {
  const percent = (millis: number) => `${((millis / end) * 100).toFixed(2)}%`
  const times = `${lane.startedAt.toFixed(1)} to ${lane.endedAt.toFixed(1)} ms`
  return [
    `<li title="${escaped(`${lane.request} as ${lane.identity}: ${lane.status}, ${times}`)}">`,
    `<span class="who"><code>${escaped(shortened(lane.request))}</code> as ${escaped(lane.identity)}</span>`,
    `<span class="track"><span class="bar s${Math.floor(lane.status / 100)}"`,
    ` style="margin-left:${percent(lane.startedAt)};width:${percent(lane.endedAt - lane.startedAt)}"></span>`,
    ` ${lane.status}<span class="said">, ${times}</span></span></li>`
  ].join("")
}

/** A list whose items are drawn as bars on one scale of time. */
export const lanesList = (lanes: ReadonlyArray<Lane>): string => {
  const end = Math.max(1, ...lanes.map(({ endedAt }) => endedAt))
  return [
    `<ol class="lanes">${lanes.map((lane) => laneText(lane, end)).join("\n")}</ol>`,
    `<p class="scale" aria-hidden="true"><span>0</span><span>${end.toFixed(1)} ms</span></p>`
  ].join("\n")
}
