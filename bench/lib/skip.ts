/** A bench cannot run here; the message names what it needs. */
export class Skip extends Error {}
