import { hash } from 'node:crypto';

/** Returns the stored hash of a token, which is useless to readers of the database. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
