import { maxRecoveryFileBytes } from '../../../../contract/recovery-file.ts';

/** Options of a request body with a recovery file in base64 and its passphrase. */
export const fileBody = { as: 'text', maxBytes: maxRecoveryFileBytes * 1.5 } as const;

export const bytesOf = (file: string): Buffer => Buffer.from(file, 'base64');
