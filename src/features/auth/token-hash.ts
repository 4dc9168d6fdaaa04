import { createHash } from 'node:crypto';

/** What is kept of a token: whoever reads the database can't use it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
