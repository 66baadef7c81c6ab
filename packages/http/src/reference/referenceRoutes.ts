/** The routes of the reference: the OpenAPI document, and the page that shows it. Both are made when first asked for. */
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import { documentedApi, type ServedBy } from "./apiDocument.ts"
import { dressPage } from "./dressPage.ts"
import { pageDocument } from "./pageDocument.ts"

/** Where the document stands; the second is where existing clients look for it. */
export const DOCUMENT_PATHS = ["/openapi.json", "/api/openapi/spec.json"] as const

export const PAGE_PATH = "/docs"

const sha256 = (content: string) => hash("sha256", content, "base64")

/** May be kept, but is asked for again: a new version of the server has a new one under the same address. */
const cacheable = (content: string) => ({ "cache-control": "no-cache", etag: `"${sha256(content)}"` })

const scripts = /<script(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g

/** The page runs its own scripts, known by their hash, talks to this server, and loads nothing from anywhere. */
const contentSecurityPolicy = (page: string): string => {
  const hashes = [...page.matchAll(scripts)].map(([, script = ""]) => `'sha256-${sha256(script)}'`)
  return [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}

/** The framework's page, which carries everything that it needs. It is loaded here and not with the server. */
const renderPage = (served: ServedBy) =>
  Effect.gen(function* () {
    const HttpApiSwagger = yield* Effect.promise(() => import("effect/http-api/HttpApiSwagger"))
    const api = documentedApi(served, pageDocument)
    const routes = yield* HttpRouter.toHttpEffect(HttpApiSwagger.layer(api, { path: PAGE_PATH }))
    const { body } = yield* Effect.orDie(routes)
    return body._tag === "Uint8Array" ? dressPage(Buffer.from(body.body).toString()) : ""
  })

/** Adds the routes; `page` says whether the page is among them. */
export const referenceRoutes = (served: ServedBy, options: { readonly page: boolean }) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const document = yield* Effect.cached(
        Effect.sync(() => {
          const text = JSON.stringify(OpenApi.fromApi(documentedApi(served)))
          return HttpServerResponse.text(text, { contentType: "application/json", headers: cacheable(text) })
        })
      )
      for (const path of DOCUMENT_PATHS) yield* router.add("GET", path, document)
      if (!options.page) return
      const page = yield* Effect.cached(
        // An interrupted first caller must not be what all others get.
        Effect.map(Effect.uninterruptible(renderPage(served)), (html) =>
          HttpServerResponse.text(html, {
            contentType: "text/html; charset=utf-8",
            headers: { ...cacheable(html), "content-security-policy": contentSecurityPolicy(html) }
          })
        )
      )
      yield* router.add("GET", PAGE_PATH, page)
    })
  )
