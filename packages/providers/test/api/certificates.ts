/** A private authority and certificates that it signed, made when a test needs them. */
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"

const openssl = (folder: string, ...words: ReadonlyArray<string>) =>
  promisify(execFile)("openssl", words, { cwd: folder })

const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

export interface Authority {
  /** The path of its PEM file. */
  readonly file: string
  /** A server's key and certificate for this name: `IP:127.0.0.1`, `DNS:other.example`. */
  readonly sign: (name: string) => Promise<{ readonly key: Buffer; readonly cert: Buffer }>
}

/** Its files are removed with the scope. */
export const authority = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "platform-control-ca-"))
    const authority = ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test authority", "-days", "2"]
    await openssl(folder, "req", "-x509", ...key, ...authority)
    return {
      folder,
      file: join(folder, "ca.pem"),
      sign: async (name: string) => {
        await writeFile(join(folder, "names"), `subjectAltName=${name}`)
        await openssl(folder, "req", ...key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=server")
        const signer = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"]
        await openssl(folder, "x509", "-req", "-in", "server.csr", "-out", "server.pem", ...signer)
        const [key_, cert] = await Promise.all(["server.key", "server.pem"].map((file) => readFile(join(folder, file))))
        return { key: key_ ?? Buffer.of(), cert: cert ?? Buffer.of() }
      }
    }
  }),
  ({ folder }) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)
