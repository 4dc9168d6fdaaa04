import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { systemCode } from '../store/disk-errors.ts';
import { type S3Bucket, S3Client, S3Error } from './s3-client.ts';

/** What a store did at one step of a probe, in English. */
export interface ProbeStep {
  title: string;
  /** `look`: the node works, but the operator should know. */
  result: 'ok' | 'look' | 'failed';
  detail: string;
}

type Outcome = Omit<ProbeStep, 'title'>;

const size = 600 * 1024;

/** Tries everything that a node needs of its bucket with one object, which it deletes. Ends at the first failure. */
export async function probeBucket(bucket: S3Bucket): Promise<ProbeStep[]> {
  const client = new S3Client(bucket);
  const key = `probe/${randomUUID()}`;
  const bytes = randomBytes(size);
  const steps: ProbeStep[] = [];
  const step = async (title: string, task: () => Promise<Outcome>) => {
    const outcome = await task().catch((error: unknown) => failed(reasonOf(error)));
    steps.push({ title, ...outcome });
    if (outcome.result === 'failed') throw new ProbeFailed();
  };
  try {
    await step('store an object', async () => {
      await client.put(key, bodyOf(bytes));
      return ok(`${size} bytes`);
    });
    await step('read it', async () => {
      const read = await readAll(client, key);
      return read?.equals(bytes) ? ok('the same bytes') : failed('the store returned other bytes');
    });
    await step('read a range', async () => {
      const read = await readAll(client, key, { start: 1000, end: 1999 });
      return read?.equals(bytes.subarray(1000, 2000)) ? ok('the same bytes') : failed('other bytes');
    });
    await step('refuse bytes with a wrong hash', () => wrongHash(client, `${key}-wrong`));
    await step('delete it', async () => {
      await client.delete(key);
      const left = await client.size(key);
      return left === undefined ? ok('it is gone') : failed('the store still has it');
    });
  } catch (error) {
    if (!(error instanceof ProbeFailed)) throw error;
    await client.delete(key).catch(() => {});
  } finally {
    await client.close();
  }
  return steps;
}

class ProbeFailed extends Error {}

const ok = (detail: string) => ({ result: 'ok' as const, detail });
const failed = (detail: string) => ({ result: 'failed' as const, detail });

const bodyOf = (bytes: Buffer, sha256 = createHash('sha256').update(bytes).digest()) => ({
  size: bytes.length,
  sha256,
  read: async function* () {
    yield bytes;
  },
});

async function wrongHash(client: S3Client, key: string): Promise<Outcome> {
  try {
    await client.put(key, bodyOf(Buffer.alloc(1000, 1), Buffer.alloc(32)));
  } catch (error) {
    if (error instanceof S3Error && error.status < 500) return ok(`refused with ${error.status}`);
    throw error;
  }
  await client.delete(key);
  const detail = 'accepted. Alcove finds such damage when it reads. Use TLS, so that there is none.';
  return { result: 'look', detail };
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
