/** How the server writes its log: one line an event, each with the id of the request that it is about. */
import { Context, Formatter, Layer, Logger, References } from "effect"
import { HttpServerRequest } from "effect/http"
import { REQUEST_ID } from "../front/requestId.ts"
import { withoutTokens } from "../withoutTokens.ts"
import type { ServerConfig } from "../ServerConfig.ts"

/** Nothing is paid for this by requests that log nothing: the id is looked up when a line is written. */
const requestIdOf = ({ fiber }: Logger.Options<unknown>): string | undefined =>
  Context.getOrUndefined(fiber.context, HttpServerRequest.HttpServerRequest)?.headers[REQUEST_ID]

const jsonLine = Logger.make((options) => {
  const { annotations, cause, fiberId: _, level, message, spans: __, timestamp } = Logger.formatStructured.log(options)
  const requestId = requestIdOf(options)
  return withoutTokens(
    Formatter.formatJson({
      timestamp,
      level,
      ...(requestId === undefined ? {} : { requestId }),
      message,
      ...annotations,
      ...(cause === undefined ? {} : { cause })
    })
  )
})

const pretty = Logger.consolePretty()

const prettyLine = Logger.make((options) => {
  const requestId = requestIdOf(options)
  const message = Array.isArray(options.message) ? options.message : [options.message]
  pretty.log(requestId === undefined ? options : { ...options, message: [...message, `request ${requestId}`] })
})

/** Replaces Effect's own logger. JSON unless the settings say otherwise or a person is looking. */
export const layer = ({ logFormat, logLevel }: ServerConfig): Layer.Layer<never> => {
  const format = logFormat ?? (process.stdout.isTTY ? "pretty" : "json")
  return Layer.merge(
    Logger.layer([format === "json" ? Logger.withConsoleLog(jsonLine) : prettyLine]),
    Layer.succeed(References.MinimumLogLevel, logLevel)
  )
}
