/** The door of server. */
export {}
