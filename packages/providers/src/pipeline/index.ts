/** The pipeline provider package. */
export {}
