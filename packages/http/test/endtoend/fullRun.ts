/** How much a test that can go on for ever does: little by default, all of it in continuous integration. */

/** Set by continuous integration; `PLATFORM_CONTROL_TEST_FULL=true` asks for the same on any machine. */
export const isFullRun = process.env.CI === "true" || process.env.PLATFORM_CONTROL_TEST_FULL === "true"
