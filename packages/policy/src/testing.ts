/** The door of testing. */
export {}
