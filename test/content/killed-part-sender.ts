/** Sends parts of `knownBytes` and dies in the middle of one: killed by the test, which reads its output. */
import { Readable } from 'node:stream';
import { knownBytes, openPartUploads, owner } from './part-upload-node.ts';

const { uploads } = await openPartUploads({ dataDir: process.argv[2] ?? '' });
const bytes = knownBytes(3_000_000);

async function* hanging(part: Buffer) {
  for (let sent = 0; sent < part.length; sent += 50_000) yield part.subarray(sent, sent + 50_000);
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
await uploads.append(uploadId, owner.principal, partOf(1_200_000, hanging(bytes.subarray(1_200_000))));
