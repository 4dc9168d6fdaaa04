import { randomBytes } from 'node:crypto';

/** An opaque id for a request, quoted in problems and in the log. */
export const requestId = (): string => randomBytes(9).toString('base64url');

/** 256 random bits as text that fits a header. */
export const secretToken = (): string => randomBytes(32).toString('base64url');
