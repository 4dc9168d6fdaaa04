import { createHash } from 'node:crypto';
import type { ContentServices } from '../../src/app/modules/storage/content.ts';
import type { IncomingCopy } from '../../src/features/storage/copy-store.ts';
import { inChunks } from '../platform/blobs/support/temporary-store.ts';

export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** The bytes served by the node at `https://far.example`. */
export const fromFar = (bytes: Buffer, more: Partial<IncomingCopy> = {}): IncomingCopy => ({
  sizeHint: bytes.length,
  contentType: 'text/plain',
  fileName: 'far.txt',
  host: 'https://far.example',
  signal: new AbortController().signal,
  ...more,
});

/**
 * Stores a copy from another node.
 * @returns its hash
 */
export async function receive(
  { copies }: Pick<ContentServices, 'copies'>,
  bytes: Buffer,
  more: Partial<IncomingCopy> = {},
): Promise<Buffer> {
  await copies.receive(sha256(bytes), inChunks(bytes, 1000), fromFar(bytes, more));
  return sha256(bytes);
}

/**
 * Uploads as a user.
 * @param onArrived called when all bytes have arrived
 * @returns its hash
 */
export async function uploadAs(
  { catalogue }: Pick<ContentServices, 'catalogue'>,
  user: string,
  bytes: Buffer,
  fileName = 'own.txt',
  onArrived: () => void = () => {},
): Promise<Buffer> {
  const { content } = await catalogue.store({
    source: inChunks(bytes, 1000),
    declaredType: 'text/plain',
    fileName,
    uploadedBy: user,
    sizeHint: bytes.length,
    signal: new AbortController().signal,
    check: onArrived,
  });
  return content.sha256;
}
