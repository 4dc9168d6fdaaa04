import { PassThrough, type Readable } from 'node:stream';
import type { Catalogue, Content } from '../../src/features/content/catalogue.ts';
import type { IncomingPart } from '../../src/features/uploads/part-uploads.ts';
import { Collector, inChunks } from '../platform/blobs/support/temporary-store.ts';

export const partOf = (
  bytes: Buffer | Readable,
  offset: number,
  more: Partial<IncomingPart> = {},
): IncomingPart => ({
  offset,
  source: Buffer.isBuffer(bytes) ? inChunks(bytes, 30_000) : bytes,
  sizeHint: undefined,
  signal: new AbortController().signal,
  ...more,
});

/** A part that hangs after these bytes were sent and read. */
export async function hangingPart(
  bytes: Buffer,
  offset: number,
  send: (part: IncomingPart) => Promise<unknown>,
) {
  const source = new PassThrough();
  const outcome = send(partOf(source, offset)).then(
    (value) => ({ value, reason: undefined }),
    (reason: unknown) => ({ value: undefined, reason }),
  );
  await new Promise<void>((resolve, reject) => {
    source.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
  return { source, outcome };
}

/** The bytes of a content, verified block by block. */
export async function read(catalogue: Catalogue, content: Content): Promise<Buffer> {
  const out = new Collector();
  await catalogue.sendTo(out, content);
  return out.bytes;
}
