/** The inventory provider package. */
export {}
