/** The wire of policy packs. */
export {}
