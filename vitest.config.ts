import { defineConfig } from "vitest/config"

const conditions = ["@platform-control/source", "node", "import", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "conformance/test/**/*.test.ts", ".ci/test/**/*.test.ts"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default", "./.ci/SummaryReporter.ts"]
  }
})
