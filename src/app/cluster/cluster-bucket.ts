import { createHash } from 'node:crypto';
import { MessageError, message } from '../../core/messages/message.ts';
import { NodeError, StorageUnavailableError } from '../../core/node-error.ts';
import { isTemporary, type S3Bucket, S3Client } from '../../platform/blobs/s3/s3-client.ts';
import type { PostgresDatabase, Query } from '../../platform/postgres/postgres-database.ts';

/** The object that names the cluster whose files are in the bucket. */
const key = 'cluster.json';
/** Shorter than the time after which the server ends a transaction that waits for its client. */
const limitMs = 10_000;

interface Mark {
  /** Whether the database has recorded that the bucket of the cluster has the mark. */
  isRecorded: boolean;
  isThere: boolean;
  /** The id of the cluster. */
  cluster: string;
}

/**
 * Tells the bucket of a cluster from others by an object in it, because a replica with another bucket or prefix would
 * miss all files, and store files where other replicas do not find them.
 */
export class ClusterBucket {
  readonly #database: PostgresDatabase;
  readonly #bucket: S3Bucket;
  readonly #client: S3Client;

  constructor(database: PostgresDatabase, bucket: S3Bucket) {
    this.#database = database;
    this.#bucket = bucket;
    this.#client = new S3Client(bucket);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /**
   * Returns whether this is the bucket of the cluster; false: the cluster has none yet, and may get this one.
   * @throws as `claim`
   */
  async check(): Promise<boolean> {
    const signal = AbortSignal.timeout(limitMs);
    return (await this.#mark(this.#database.query, signal).catch(explain)).isRecorded;
  }

  /**
   * Makes this the bucket of a cluster that has none. Several replicas may do that at once.
   * @param someKeys of objects that the cluster has already, at least one of which must be there
   * @throws MessageError for another bucket, and one that cannot be used; StorageUnavailableError while bucket or
   *   database does not answer
   */
  async claim(someKeys: readonly string[] = []): Promise<void> {
    const signal = AbortSignal.timeout(limitMs);
    try {
      if ((await this.#mark(this.#database.query, signal)).isRecorded) return;
      await this.#database.transaction(async (query) => {
        // A replica with another bucket waits here.
        await query('SELECT 1 FROM node FOR UPDATE');
        const { isRecorded, isThere, cluster } = await this.#mark(query, signal);
        if (isRecorded) return;
        if (!isThere) await this.#write(cluster, someKeys, signal);
        await query('UPDATE node SET has_bucket = true');
      });
    } catch (error) {
      explain(error);
    }
  }

  async #mark(query: Query, signal: AbortSignal): Promise<Mark> {
    const [row] = await query<{ isRecorded: boolean; cluster: string }>(
      'SELECT has_bucket AS "isRecorded", history AS cluster FROM node, replicated_changes',
    );
    const { isRecorded, cluster } = row as typeof row & object;
    const found = await this.#read(signal);
    if (found !== undefined && found !== cluster) throw this.#refusal('startup.clusterBucketOfOther');
    if (found === undefined && isRecorded) {
      const params = { ...this.#names(), content: markOf(cluster) };
      throw new MessageError(message('startup.clusterOtherBucket', params));
    }
    return { isRecorded, isThere: found !== undefined, cluster };
  }

  /** Returns the id of the cluster that the mark names. */
  async #read(signal: AbortSignal): Promise<string | undefined> {
    const object = await this.#client.get(key, undefined, signal);
    if (!object) return undefined;
    const chunks: Buffer[] = await object.body.toArray({ signal });
    return clusterIn(Buffer.concat(chunks).toString());
  }

  async #write(cluster: string, someKeys: readonly string[], signal: AbortSignal): Promise<void> {
    if (someKeys.length > 0) {
      const sizes = await Promise.all(someKeys.map((one) => this.#client.size(one, signal)));
      if (sizes.every((size) => size === undefined)) throw this.#refusal('startup.clusterBucketLacksFiles');
    }
    const bytes = Buffer.from(markOf(cluster));
    const body = {
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      read: async function* () {
        yield bytes;
      },
    };
    await this.#client.putNew(key, body, signal);
    // Another cluster may have been faster.
    if ((await this.#read(signal)) !== cluster) throw this.#refusal('startup.clusterBucketOfOther');
  }

  #names() {
    const { bucket, prefix } = this.#bucket;
    return { bucket, object: prefix + key };
  }

  #refusal(reason: 'startup.clusterBucketOfOther' | 'startup.clusterBucketLacksFiles'): MessageError {
    return new MessageError(message(reason, this.#names()));
  }
}

const markOf = (cluster: string): string => JSON.stringify({ cluster });

function clusterIn(mark: string): string {
  try {
    return String((JSON.parse(mark) as { cluster?: unknown }).cluster);
  } catch {
    return '';
  }
}

function explain(error: unknown): never {
  if (error instanceof MessageError || error instanceof NodeError) throw error;
  if (isTemporary(error)) throw new StorageUnavailableError(error);
  const reason = error instanceof Error ? error.message : String(error);
  throw new MessageError(message('startup.clusterBucketUnusable', { error: reason }), { cause: error });
}
