import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { caution, failed, ok, type ProbeOutcome, type ProbeStep, probe } from '../../../core/probe.ts';
import { systemCode } from '../store/system-code.ts';
import { type S3Bucket, S3Client, S3Error } from './s3-client.ts';

const size = 600 * 1024;

/** Tries everything that a node needs of its bucket with one object, which it deletes. Ends at the first failure. */
export async function probeBucket(bucket: S3Bucket): Promise<ProbeStep[]> {
  const client = new S3Client(bucket);
  const key = `probe/${randomUUID()}`;
  const bytes = randomBytes(size);
  const put = async () => {
    await client.put(key, bodyOf(bytes));
    return ok(`${size} bytes`);
  };
  const read = async () =>
    (await readAll(client, key))?.equals(bytes)
      ? ok('the same bytes')
      : failed('the store returned other bytes');
  const readRange = async () =>
    (await readAll(client, key, { start: 1000, end: 1999 }))?.equals(bytes.subarray(1000, 2000))
      ? ok('the same bytes')
      : failed('other bytes');
  const remove = async () => {
    await client.delete(key);
    const left = await client.size(key);
    return left === undefined ? ok('it is gone') : failed('the store still has it');
  };
  try {
    const steps = await probe(
      [
        ['store an object', put],
        ['read it', read],
        ['read a range', readRange],
        ['refuse bytes with a wrong hash', () => wrongHash(client, `${key}-wrong`)],
        ['delete it', remove],
      ],
      reasonOf,
    );
    if (steps.at(-1)?.result === 'failed') await client.delete(key).catch(() => {});
    return steps;
  } finally {
    await client.close();
  }
}

const bodyOf = (bytes: Buffer, sha256 = createHash('sha256').update(bytes).digest()) => ({
  size: bytes.length,
  sha256,
  read: async function* () {
    yield bytes;
  },
});

async function wrongHash(client: S3Client, key: string): Promise<ProbeOutcome> {
  try {
    await client.put(key, bodyOf(Buffer.alloc(1000, 1), Buffer.alloc(32)));
  } catch (error) {
    if (error instanceof S3Error && error.status < 500) return ok(`refused with ${error.status}`);
    throw error;
  }
  await client.delete(key);
  return caution('accepted. Alcove finds such damage when it reads. Use TLS, so that there is none.');
}

async function readAll(
  client: S3Client,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer | undefined> {
  const object = await client.get(key, range);
  return object && Buffer.concat(await (object.body as Readable).toArray());
}

/** Explains the failures that operators meet. */
function reasonOf(error: unknown): string {
  if (error instanceof S3Error) {
    if (error.status === 403)
      return `${error.message}. Check keys and region, the rights of the keys, and the clock of this computer.`;
    if (error.status === 404) return `${error.message}. Check the bucket and path_style.`;
    return error.message;
  }
  const code = systemCode(error);
  const reason = error instanceof Error ? error.message : String(error);
  return `no answer (${code ?? reason}). Check the endpoint, and path_style: without it, the host name begins with the bucket.`;
}
