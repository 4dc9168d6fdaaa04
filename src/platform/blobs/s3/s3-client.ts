import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { backoffMs, jittered } from '../../../core/concurrency/backoff.ts';
import { CircuitBreaker } from '../../../core/concurrency/circuit-breaker.ts';
import { NodeError } from '../../../core/node-error.ts';

/** A bucket of an S3-compatible store. */
export interface S3Bucket {
  /** The origin of the store, e.g. `https://s3.example.org`. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Precedes every key; empty, or ends with `/`. */
  prefix: string;
  /** Whether the bucket is the first part of the path; otherwise of the host name. */
  pathStyle: boolean;
  credentials: S3Credentials;
  /** Called before each request, which fails if this does. */
  ready?: (() => Promise<void>) | undefined;
}

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Bytes to be sent, in the same way for each attempt. */
export interface S3Body {
  size: number;
  sha256: Buffer;
  read(): AsyncIterable<Uint8Array>;
}

export interface S3Object {
  size: number;
  body: Readable;
}

/** A response of the store other than the expected one. */
export class S3Error extends Error {
  readonly status: number;
  /** Whether the object is missing, and not its bucket, for example. */
  readonly isMissingKey: boolean;

  constructor(method: string, status: number, response: string) {
    super(`The store answered ${status} to ${method}: ${response}`);
    this.status = status;
    this.isMissingKey = status === 404 && response.includes('<Code>NoSuchKey</Code>');
  }
}

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key: string;
  headers?: Record<string, string>;
  body?: S3Body;
  signal?: AbortSignal | undefined;
  /** Called when the connection has room for further bytes of the body. */
  onSent?: () => void;
}

const attempts = 3;
const firstPauseMs = 200;
const timeoutMs = 15_000;
const maxProbes = 16;
const maxConnections = 64;
/** The most bytes of an error's text that are read. */
const maxText = 4096;
const emptyHash = createHash('sha256').digest('hex');

/** Puts, reads and deletes objects, which never change. Temporary failures are retried. */
export class S3Client {
  readonly #bucket: S3Bucket;
  readonly #base: string;
  readonly #dispatcher: Agent;
  /** Not behind the requests that wait for a connection. */
  readonly #probes = agentOf(maxProbes, timeoutMs);
  readonly #breaker = new CircuitBreaker(() => this.#probe());
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket;
    const { protocol, host } = new URL(bucket.endpoint);
    const at = bucket.pathStyle ? `${host}/${bucket.bucket}` : `${bucket.bucket}.${host}`;
    this.#base = `${protocol}//${at}/${bucket.prefix}`;
    this.#dispatcher = agentOf(maxConnections, timeoutMs);
  }

  /** Creates an object of a known size. The store refuses other bytes than those of the hash. */
  put(key: string, body: S3Body, signal?: AbortSignal): Promise<void> {
    return retried(async () => {
      await this.#finish(await this.#send({ method: 'PUT', key, body, signal }), 'PUT');
    }, signal);
  }

  /** Creates an object unless there is one with its key. Some stores do not know the condition, and replace it. */
  putNew(key: string, body: S3Body, signal?: AbortSignal): Promise<void> {
    return retried(async () => {
      const headers = { 'If-None-Match': '*' };
      const response = await this.#send({ method: 'PUT', key, body, headers, signal });
      const { statusCode } = response;
      // 409: another process is creating it. 501: the store refuses what it does not know.
      if (![409, 412, 501].includes(statusCode)) return this.#finish(response, 'PUT');
      await response.body.dump();
      if (statusCode === 501) await this.put(key, body, signal);
    }, signal);
  }

  /** Opens a range of an object, or all of it; undefined where there is no such object. */
  get(
    key: string,
    range: { start: number; end: number } | undefined,
    signal?: AbortSignal,
  ): Promise<S3Object | undefined> {
    const headers = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    return retried(async () => {
      const response = await this.#send({ method: 'GET', key, headers, signal });
      if (response.statusCode === 404) return void (await this.#finish(response, 'GET').catch(unlessMissing));
      // The object is shorter than the range begins.
      if (response.statusCode === 416) return { size: 0, body: response.body };
      if (response.statusCode !== (range ? 206 : 200)) await this.#finish(response, 'GET');
      return { size: lengthOf(response), body: response.body };
    }, signal);
  }

  /** Returns the size of an object; undefined where there is none. */
  size(key: string, signal?: AbortSignal): Promise<number | undefined> {
    return retried(async () => {
      const response = await this.#send({ method: 'HEAD', key, signal });
      await response.body.dump();
      if (response.statusCode === 404) return this.#sizeByGet(key, signal);
      if (response.statusCode !== 200) throw new S3Error('HEAD', response.statusCode, '');
      return lengthOf(response);
    }, signal);
  }

  /** Deletes an object, if it exists. */
  delete(key: string, signal?: AbortSignal): Promise<void> {
    return retried(async () => {
      const response = await this.#send({ method: 'DELETE', key, signal });
      await this.#finish(response, 'DELETE').catch(unlessMissing);
    }, signal);
  }

  /** Closes the connections, also those of requests in progress. */
  async close(): Promise<void> {
    this.#breaker.close();
    await Promise.all([this.#dispatcher.destroy(), this.#probes.destroy()]);
  }

  /** Returns the size as `size`; only a body names what is missing: the object or the bucket. */
  async #sizeByGet(key: string, signal?: AbortSignal): Promise<number | undefined> {
    const object = await this.get(key, undefined, signal);
    object?.body.destroy();
    return object?.size;
  }

  async #send({ signal, ...request }: S3Request): Promise<Dispatcher.ResponseData> {
    await this.#bucket.ready?.();
    return this.#breaker.run(signal, (orOutage, onSent) =>
      this.#sendBy(this.#dispatcher, { ...request, signal: orOutage, onSent }),
    );
  }

  /** Any response shows that the store is there. */
  async #probe(): Promise<void> {
    const { body } = await this.#sendBy(this.#probes, { method: 'HEAD', key: 'probe' });
    await body.dump();
  }

  async #sendBy(
    dispatcher: Agent,
    { method, key, headers = {}, body, signal, onSent = () => {} }: S3Request,
  ): Promise<Dispatcher.ResponseData> {
    const signer = new AwsV4Signer({
      ...this.#bucket.credentials,
      method,
      url: this.#base + key,
      service: 's3',
      region: this.#bucket.region,
      cache: this.#keys,
      headers: { ...headers, 'X-Amz-Content-Sha256': body ? body.sha256.toString('hex') : emptyHash },
    });
    const { url, headers: signed } = await signer.sign();
    return dispatcher.request({
      method,
      origin: url.origin,
      path: url.pathname,
      headers: { ...Object.fromEntries(signed), ...(body && { 'content-length': String(body.size) }) },
      ...(body && { body: Readable.from(observed(body.read(), onSent), { objectMode: false }) }),
      ...(signal && { signal }),
    });
  }

  async #finish({ statusCode, body }: Dispatcher.ResponseData, method: string): Promise<void> {
    if (statusCode < 300) return body.dump();
    let text = '';
    for await (const chunk of body) {
      text += String(chunk);
      if (text.length >= maxText) break;
    }
    throw new S3Error(method, statusCode, text.slice(0, maxText));
  }
}

/** @param ms time limit of a connection, of the begin of a response, and of each pause in it */
const agentOf = (connections: number, ms: number): Agent =>
  new Agent({ connections, connectTimeout: ms, headersTimeout: ms, bodyTimeout: ms });

async function* observed(chunks: AsyncIterable<Uint8Array>, onChunk: () => void): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    onChunk();
    yield chunk;
  }
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof S3Error && error.isMissingKey)) throw error;
}

function lengthOf({ headers, body }: Dispatcher.ResponseData): number {
  const length = Number(headers['content-length']);
  if (Number.isSafeInteger(length) && length >= 0) return length;
  body.destroy();
  throw new Error('The store did not say how long its answer is');
}

/** Returns whether the same request may succeed later: no response, or one that the store gives while it is overloaded. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof NodeError) &&
  (!(error instanceof S3Error) || error.status >= 500 || [408, 429].includes(error.status));

async function retried<T>(task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt === attempts || !isTemporary(error)) throw error;
      await pauseBefore(attempt + 1, signal);
    }
  }
}

/** Waits before a further attempt, longer each time, and not as long as others that failed together. */
export async function pauseBefore(attempt: number, signal?: AbortSignal): Promise<void> {
  await delay(jittered(backoffMs(attempt - 1, firstPauseMs)), undefined, signal && { signal });
}
