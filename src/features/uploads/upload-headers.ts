import type { IncomingMessage } from 'node:http';

export interface UploadHeaders {
  /** Base64 of the UTF-8 name, for a body that is not multipart. */
  fileName: string | undefined;
  contentDigest?: string | undefined;
  reprDigest?: string | undefined;
}

export const fileNameOf = ({ fileName }: UploadHeaders): string | undefined =>
  fileName && Buffer.from(fileName, 'base64').toString('utf8');

export const isForm = (request: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');

/** Returns the length of the body, if the client states it. */
export function announcedLength(request: IncomingMessage): number | undefined {
  const length = request.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}
