/** Draws a race: a lane for each request, from when it began to when it was answered. */
import type { Lane } from "../../runs/lanes.ts"
import { escaped } from "../escaped.ts"

const LANE = 18
const LABELS = 360
const TIMES = 520
const LETTERS = 52

/** The method and the end of the path, which is what differs. */
const shortened = (request: string): string => {
  const [method = "", target = ""] = request.split(/ (.*)/s)
  const room = LETTERS - method.length - 1
  return `${method} ${target.length <= room ? target : `…${target.slice(1 - room)}`}`
}

const laneText = (lane: Lane, index: number, scale: number): string => {
  const top = index * LANE
  const [x, width] = [LABELS + lane.startedAt * scale, Math.max(2, (lane.endedAt - lane.startedAt) * scale)]
  const times = `${lane.startedAt.toFixed(1)} to ${lane.endedAt.toFixed(1)} ms`
  return [
    `<g><title>${escaped(`${lane.request} as ${lane.identity}: ${lane.status}, ${times}`)}</title>`,
    `<text x="${LABELS - 6}" y="${top + 13}" text-anchor="end">${escaped(shortened(lane.request))}</text>`,
    `<rect class="s${Math.floor(lane.status / 100)}" x="${x.toFixed(1)}" y="${top + 3}" width="${width.toFixed(1)}" height="${LANE - 6}" rx="2"/>`,
    `<text x="${(x + width + 4).toFixed(1)}" y="${top + 13}">${lane.status}</text></g>`
  ].join("")
}

/** An inline picture; its classes are coloured by the page. */
export const laneSvg = (lanes: ReadonlyArray<Lane>): string => {
  const end = Math.max(1, ...lanes.map(({ endedAt }) => endedAt))
  const scale = TIMES / end
  const height = lanes.length * LANE
  const said = `${lanes.length} requests under way together, over ${end.toFixed(1)} ms`
  return [
    `<svg class="lanes" viewBox="0 0 ${LABELS + TIMES + 40} ${height + LANE}" role="img" aria-label="${escaped(said)}">`,
    `<line x1="${LABELS}" y1="0" x2="${LABELS}" y2="${height}"/>`,
    ...lanes.map((lane, index) => laneText(lane, index, scale)),
    `<text x="${LABELS}" y="${height + 13}">0</text>`,
    `<text x="${LABELS + TIMES}" y="${height + 13}" text-anchor="end">${end.toFixed(1)} ms</text>`,
    "</svg>"
  ].join("\n")
}
