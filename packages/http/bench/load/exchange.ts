/** One request over a kept connection, with less work than `fetch`: the load must not be what is measured. */
import { Agent, request } from "node:http"
import { text } from "node:stream/consumers"

const agent = new Agent({ keepAlive: true })

/** What to send. */
export interface Exchange {
  readonly method: "POST" | "PUT"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** The body of an answer with exactly this status; any other one throws. */
export const exchange = ({ body, headers, method, url }: Exchange, status: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, agent, headers: { ...headers, "content-length": Buffer.byteLength(body) } },
      (response) => {
        text(response).then((answer) => {
          if (response.statusCode === status) resolve(answer)
          else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${answer}`))
        }, reject)
      }
    )
    sent.on("error", reject)
    sent.end(body)
  })
