/** Values that tend to break what reads them: for paths, queries, headers and JSON. Knows no API. */
import fc from "fast-check"
import { gzipSync } from "node:zlib"

const prototypeKeys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"]

const escapes = [
  "%00",
  "%zz",
  "%",
  "%2",
  "%2e%2e",
  "%2E",
  "%2f",
  "%252F",
  "%ff",
  "%c0%af",
  "%ed%a0%80",
  "%EF%BB%BF",
  "%0d%0a",
  "%F0%9F%98%80",
  "%u0000"
]

const rawTexts = [
  "",
  ".",
  "..",
  "...",
  "*",
  "~",
  "-",
  "+",
  "a+b",
  "a b",
  "'",
  '"',
  "';--",
  "\\",
  "|",
  "<script>",
  "{name}",
  ":name",
  "latest",
  "LATEST",
  "null",
  "undefined",
  "NaN",
  "true",
  "0",
  "-0",
  "1e9",
  "1".repeat(40),
  "10".padEnd(31, "0"),
  "0x10",
  "١٢"
]

/** A piece of a path or of a query, as it stands in the request line. */
export const oddPiece: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...prototypeKeys, ...escapes, ...rawTexts.map(encodeURIComponent)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("..", ".", ";a=1", "a/b", "\\..\\", "[]", "^", "`", "{}", "\u00ff", "a b", "\t")
  },
  {
    weight: 2,
    arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed()))
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 })
      .map((bytes) => bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""))
  },
  { weight: 1, arbitrary: fc.constantFrom(100, 101, 257, 1025, 4097, 12_000).map((length) => "a".repeat(length)) },
  { weight: 1, arbitrary: fc.constantFrom(101, 1025).map((length) => "%f0%9f%98%80".repeat(length / 4)) }
)

/** A header's value; some hold what no header may. */
export const oddHeaderValue: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "",
      " ",
      ",",
      ";",
      "*",
      "*/*;q=2",
      "text/html",
      "application/json;charset=",
      "application/vnd.x+8",
      "q=0",
      "identity;q=0",
      "gzip;q=0.001, *;q=0",
      "bytes=0-0",
      "bytes=-1,5-2,abc",
      '"',
      '"a","b',
      "W/",
      "*,*",
      "chunked",
      "gzip, chunked",
      "100-continue",
      "200-ok",
      "websocket",
      "close",
      "keep-alive, upgrade",
      "0",
      "-1",
      "1e3",
      "NaN",
      "99999999999999999999",
      "Bearer",
      "Bearer ",
      "Basic Og==",
      "Bearer a b",
      "token",
      "\u00e9",
      "a".repeat(8000)
    )
  },
  { weight: 1, arbitrary: fc.constantFrom("\u0000", "a\u0001b", "a\u007fb", "\n x") },
  {
    weight: 2,
    arbitrary: fc.string({
      unit: fc
        .integer({ min: 32, max: 255 })
        .filter((code) => code !== 127)
        .map((code) => String.fromCharCode(code)),
      maxLength: 40
    })
  }
)

/** Headers that some part of a server looks at. */
export const headerNames = [
  "Accept",
  "Accept-Encoding",
  "Accept-Language",
  "Authorization",
  "Connection",
  "Content-Encoding",
  "Content-Language",
  "Content-Length",
  "Content-Range",
  "Content-Type",
  "Cookie",
  "Expect",
  "Forwarded",
  "Host",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "If-Range",
  "Keep-Alive",
  "Last-Event-ID",
  "Origin",
  "Access-Control-Request-Method",
  "Range",
  "TE",
  "Trailer",
  "Transfer-Encoding",
  "Upgrade",
  "X-Api-Version",
  "X-Forwarded-For",
  "X-Forwarded-Proto",
  "X-HTTP-Method-Override",
  "X-Request-Id",
  "__proto__",
  "constructor",
  "traceparent",
  "b3",
  "baggage"
]

/** Media types that are not plain JSON, or are it in an odd spelling. */
export const oddContentTypes = [
  "",
  "text/plain",
  "application/jsonp",
  "application/JSON",
  "application/json; charset=utf-16",
  "application/json;;;",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "application/octet-stream",
  "application/xml",
  "json",
  "*/*",
  "application/merge-patch+json",
  "application/problem+json"
]

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** One JSON value as text, also such as `JSON.stringify` never writes. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "null",
      "true",
      "false",
      "0",
      "-0",
      "-1",
      "1.5",
      "1e30",
      "1e400",
      "9007199254740993",
      '""',
      '" "',
      '"\\u0000"',
      '"\\ud800"',
      '"\\udc00\\ud800"',
      '"a\\u0000b"',
      '"%00"',
      '"../../x"',
      "[]",
      "{}",
      "[[]]",
      "[null]",
      "[[[[[[[[1]]]]]]]]",
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
      '{"toString":1}',
      '{"length":-1}',
      '"1.0.0\\n"',
      '"v1.0.0"',
      '"1.0.0+é"',
      '"99999999999999999999.0.0"',
      '"2024-13-45T99:99:99Z"',
      '"+275760-09-13T00:00:00.001Z"',
      '"0000-01-01T00:00:00Z"',
      '"-271821-04-19T23:59:59.999Z"',
      '"1969-12-31T23:59:59.999Z"',
      '"2024-02-30"',
      '"1e9"'
    )
  },
  { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constantFrom(300, 1100, 70_000).map((length) => JSON.stringify("x".repeat(length))) }
)

const validBody = Buffer.from('{"version":"1.0.0","operationID":"x"}')

const oddTexts = [
  "",
  " ",
  "\u0000",
  "{",
  "}",
  "[",
  '{"',
  '{"a":',
  '{"a":1,}',
  "{a:1}",
  "{'a':1}",
  "nul",
  "undefined",
  "NaN",
  "Infinity",
  "01",
  "1 2",
  "{}{}",
  '{"a":1}x',
  "//",
  '"',
  '"\\',
  '"\\u12"',
  "\u0001{}",
  '{"version":"1.0.0","version":2}',
  '{"__proto__":null,"version":"1.0.0"}',
  "[]",
  "0",
  '"text"',
  "null",
  "true",
  "a=1&b=2",
  "<a/>"
]

/** A whole body that is no object of the operation, or hardly one. */
export const oddBody: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddTexts).map((text) => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), validBody]),
      Buffer.concat([Buffer.from([0xff, 0xfe]), validBody]),
      Buffer.from('{"version":"\xff\xfe"}', "latin1"),
      Buffer.from('{"version":"\xed\xa0\x80"}', "latin1"),
      Buffer.from('{"version":"1.0.0"}', "utf16le"),
      gzipSync(validBody)
    )
  },
  { weight: 1, arbitrary: fc.constantFrom(1000, 20_000).map((depth) => Buffer.from(deep("[", "]", depth))) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(1000, 20_000)
      .map((depth) => Buffer.from(`{"version":${deep('{"a":', "1", depth).replace(/1+$/, "1")}${"}".repeat(depth)}}`))
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 2, arbitrary: fc.nat({ max: validBody.length - 1 }).map((length) => validBody.subarray(0, length)) }
)

/** Bodies that cost time to send: at the bound of a request's size, beyond it, and tiny ones that inflate beyond it. */
export const largeBodies: ReadonlyArray<{ readonly body: Buffer; readonly encoding?: string }> = [
  { body: Buffer.from(JSON.stringify({ version: "x".repeat(1_000_000) })) },
  { body: Buffer.from(JSON.stringify({ version: "1.0.0", other: "x".repeat(2_000_000) })) },
  { body: gzipSync(Buffer.from(JSON.stringify({ version: "x".repeat(30_000_000) }))), encoding: "gzip" }
]
