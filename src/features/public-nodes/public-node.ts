import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { TonProofInput } from '../../contract/node-api/auth.ts';
import type { ContentEdit } from '../../contract/node-api/content.ts';
import { type DeliveredKey, deliveredKey } from '../../contract/node-api/licensing.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { GuardedTarget } from '../../platform/net/guarded/guarded-connection.ts';
import { guardedSend, type SendRequest, type SendResponse } from '../../platform/net/guarded/guarded-send.ts';
import type { Pace } from '../../platform/net/transfers/bandwidth.ts';
import { RemoteProblem, readResponse } from './remote-problem.ts';

/** Allows only printable header text of limited length. */
const headerText = (maxLength: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .max(maxLength);
const signedIn = z.object({ auth_v1_token: headerText(256) });
const progress = z.object({ upload_id: headerText(128), current_size: z.int().nonnegative() });
const stored = z.object({ content_id: z.string() });
const removed = z.object({ deleted: z.boolean() });

/** Time limits of an upload; the node verifies a large file again before it responds. */
const sendTimeouts = { idleMs: 20_000, responseMs: 300_000 };

/** Progress of an upload in parts. */
export type PartProgress = z.output<typeof progress>;

/** A file, or a part of it. */
export interface OutgoingPart {
  body: Readable;
  /** First and last position in the file, in bytes. */
  start: number;
  end: number;
  /** Size of the file. */
  size: number;
  sha256: Buffer;
  name: string;
  contentType: string;
  uploadId: string | null;
  onBytes: (bytes: number) => void;
}

export interface PublicNodeOptions {
  target: GuardedTarget;
  pace: Pace | undefined;
  signal: AbortSignal;
}

/** Client of a public node for one account. */
export class PublicNode {
  readonly #options: PublicNodeOptions;

  constructor(options: PublicNodeOptions) {
    this.#options = options;
  }

  /**
   * Returns the payload that a wallet signs to sign in.
   * @throws PeerError, RemoteProblem
   */
  async challenge(): Promise<string> {
    return readResponse(signedIn, await this.#request('POST', '/api/v1/auth.twa', { json: {} }))
      .auth_v1_token;
  }

  /**
   * Signs in and returns the token of the session.
   * @throws PeerError, RemoteProblem
   */
  async signIn(proof: TonProofInput): Promise<string> {
    const response = await this.#request('POST', '/api/v1/auth.twa', { json: { ton_proof: proof } });
    return readResponse(signedIn, response).auth_v1_token;
  }

  /**
   * Checks whether a token may store files, by requesting the progress of a non-existent upload.
   * @throws PeerError, RemoteProblem
   */
  async check(token: string): Promise<void> {
    await this.progressOf(token, 'none');
  }

  /**
   * Returns the progress of an upload in bytes; undefined when the node does not know it.
   * @throws PeerError, RemoteProblem
   */
  async progressOf(token: string, uploadId: string): Promise<number | undefined> {
    const response = await this.#request('HEAD', '/api/v1/storage', {
      token,
      headers: { 'x-upload-id': uploadId },
    });
    if (response.status === 404) return undefined;
    if (response.status >= 400) readResponse(z.unknown(), response);
    const size = response.header('x-current-size');
    if (/^\d{1,15}$/.test(size)) return Number(size);
    throw new PeerError('invalid_answer', 'sharing.noProgressStated');
  }

  /**
   * Sends a file, or a part of it.
   * @returns the offset to continue at, or the id of the stored content
   * @throws PeerError, RemoteProblem
   */
  async store(token: string, part: OutgoingPart): Promise<PartProgress | { content_id: string }> {
    const { start, end, size, uploadId } = part;
    const isLast = end === size;
    const isPart = uploadId !== null || !isLast;
    const response = await this.#request('POST', '/api/v1/storage', {
      token,
      body: part.body,
      onBytes: part.onBytes,
      headers: {
        'content-type': part.contentType,
        'content-length': String(end - start),
        'x-file-name': Buffer.from(part.name).toString('base64'),
        ...(isPart ? { 'x-chunk-start': String(start), 'x-last-chunk': isLast ? '1' : '0' } : {}),
        ...(uploadId === null ? {} : { 'x-upload-id': uploadId }),
        ...(isLast ? { 'repr-digest': `sha-256=:${part.sha256.toString('base64')}:` } : {}),
      },
    });
    return isLast ? readResponse(stored, response) : readResponse(progress, response);
  }

  /**
   * Sends the record of a content, and whether it is listed.
   * @throws PeerError, RemoteProblem
   */
  async updateRecord(token: string, sha256: Buffer, edit: ContentEdit): Promise<void> {
    const path = `/api/v1/content/${contentIdOf(sha256)}`;
    readResponse(z.unknown(), await this.#request('PATCH', path, { token, json: edit }));
  }

  /**
   * Removes a content from the node.
   * @returns `stillOwned` when others own it there, too; `notFound` when it was not stored there, or not for this account
   * @throws PeerError, RemoteProblem
   */
  async remove(token: string, sha256: Buffer): Promise<'removed' | 'stillOwned' | 'notFound'> {
    const response = await this.#request('DELETE', `/api/v1/storage/${contentIdOf(sha256)}`, { token });
    try {
      return readResponse(removed, response).deleted ? 'removed' : 'stillOwned';
    } catch (error) {
      if (error instanceof RemoteProblem && error.code === 'content_not_found') return 'notFound';
      throw error;
    }
  }

  /** Returns whether the node stores a content, without asking other nodes. @throws PeerError */
  async holds(sha256: Buffer): Promise<boolean> {
    const path = `/api/v1/storage/${contentIdOf(sha256)}`;
    const headers = { 'cache-control': 'only-if-cached' };
    return (await this.#request('HEAD', path, { headers })).status === 200;
  }

  /**
   * Requests the key of a content for one of its licences.
   * @param query addresses in any form; `recipient`: an age recipient
   * @param token missing where the recipient is the one that the licence names on the chain
   * @throws PeerError, RemoteProblem
   */
  async contentKey(
    query: { content_address: string; licence_address: string; recipient: string },
    token?: string,
  ): Promise<DeliveredKey> {
    const path = `/api/v1/content.key?${new URLSearchParams(query)}`;
    return readResponse(deliveredKey, await this.#request('GET', path, token === undefined ? {} : { token }));
  }

  /**
   * Deposits the key of an own content.
   * @param key `AGE-SECRET-KEY-1…`
   * @throws PeerError, RemoteProblem
   */
  async depositKey(token: string, contentAddress: string, key: string): Promise<void> {
    const json = { content_address: contentAddress, key };
    readResponse(z.unknown(), await this.#request('PUT', '/api/v1/content.key', { token, json }));
  }

  #request(
    method: SendRequest['method'],
    path: string,
    request: {
      token?: string;
      headers?: Record<string, string>;
      json?: object;
      body?: Readable;
      onBytes?: (bytes: number) => void;
    },
  ): Promise<SendResponse> {
    const { target, pace, signal } = this.#options;
    const { token, headers, json, onBytes } = request;
    const body = json ? JSON.stringify(json) : request.body;
    return guardedSend({
      ...target,
      path,
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(request.body ? { timeouts: sendTimeouts } : {}),
      // The limit of the sending speed applies to files only.
      ...(request.body && pace ? { pace } : {}),
      ...(onBytes ? { onBytes } : {}),
      signal,
    });
  }
}
