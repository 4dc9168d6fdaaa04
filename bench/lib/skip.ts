/** A bench can't run here; the message says what it needs. */
export class Skip extends Error {}
