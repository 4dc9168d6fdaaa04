/** The journal cannot be read; `message` says what to do, for whoever runs the node. */
export class JournalError extends Error {}
