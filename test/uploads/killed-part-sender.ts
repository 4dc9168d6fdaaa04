/** Sends parts of `knownBytes` and is killed in the middle of one by the test, which reads its output. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { knownBytes, openPartUploads, owner } from './part-upload-node.ts';

const dataDir = process.argv[2] ?? '';
const { uploads } = await openPartUploads({ dataDir, maxBytes: 12_000_000 });
const bytes = knownBytes(12_000_000);

/** Hangs once some bytes are in the file, which has whole blocks of up to 4 MiB. */
async function* hanging(part: Buffer, path: string) {
  for (let sent = 0; sent < part.length; sent += 50_000) yield part.subarray(sent, sent + 50_000);
  while ((await stat(path)).size <= 1_200_000);
  process.stdout.write('hanging\n');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}

const partOf = (from: number, source: AsyncIterable<Buffer> | Buffer[]) => ({
  offset: from,
  source: Readable.from(source, { objectMode: false }),
  sizeHint: undefined,
  signal: new AbortController().signal,
});

const details = { fileName: undefined, declaredType: undefined };
const { uploadId } = await uploads.begin(owner, details, partOf(0, [bytes.subarray(0, 700_000)]));
await uploads.append(uploadId, owner.principal, partOf(700_000, [bytes.subarray(700_000, 1_200_000)]));
process.stdout.write(`${uploadId}\n`);
const file = join(dataDir, 'uploads', `${uploadId}.part`);
await uploads.append(uploadId, owner.principal, partOf(1_200_000, hanging(bytes.subarray(1_200_000), file)));
