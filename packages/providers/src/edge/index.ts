/** The edge provider package. */
export {}
