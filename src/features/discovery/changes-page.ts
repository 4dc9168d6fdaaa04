import * as z from 'zod';
import { getContentList } from '../../contract/node-api/content.ts';
import type { Pace } from '../../platform/net/bandwidth.ts';
import { PeerError } from '../../platform/net/failures.ts';
import type { AddressGuard, Resolve } from '../../platform/net/guarded/guarded-connection.ts';
import { guardedFetch, type JsonAnswer } from '../../platform/net/guarded/guarded-fetch.ts';
import type { Trust } from '../peers/peer-client.ts';

const TIMEOUT_MS = 10_000;
/** Where an answer is too large, fewer items are asked for. */
const LIMITS = [100, 25, 5, 1];
const LONGEST_CURSOR = 512;

const answer = z.object({
  items: z.array(z.unknown()).max(LIMITS[0] as number),
  next_cursor: z.string().max(LONGEST_CURSOR).nullable(),
});
const problem = z.object({ code: z.string() });

/** How other nodes are asked for their lists. */
export interface ListAsking {
  guards: Record<Trust, AddressGuard>;
  resolve: Resolve;
  /** Waits until so many bytes may be received. */
  pace: Pace;
}

/** A part of what has changed on a node since a cursor. */
export interface ChangesPage {
  items: unknown[];
  /** null: there is nothing to go on from. */
  nextCursor: string | null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function read({ status, text }: JsonAnswer, cursor: string): ChangesPage | 'refused' {
  const document = parse(text);
  if (status === 400 && cursor !== '' && problem.safeParse(document).data?.code === 'invalid_request') {
    return 'refused';
  }
  if (status >= 500) throw new PeerError('unreachable', 'The node has trouble of its own or is busy.');
  const { data } = answer.safeParse(status === 200 ? document : undefined);
  if (!data) throw new PeerError('invalid_answer', 'What the node says about its contents can’t be read.');
  return { items: data.items, nextCursor: data.next_cursor };
}

/** Asks nodes what they have, page by page. */
export class ChangesReader {
  readonly #asking: ListAsking;
  readonly #host: string;
  readonly #trust: Trust;
  #limits = LIMITS;

  constructor(asking: ListAsking, host: string, trust: Trust) {
    this.#asking = asking;
    this.#host = host;
    this.#trust = trust;
  }

  /**
   * What has changed since a cursor (protocol, 3.15); empty: since the beginning.
   * @returns `refused` when the node does not know its own cursor any more
   * @throws PeerError
   */
  async read(cursor: string, signal: AbortSignal): Promise<ChangesPage | 'refused'> {
    const { guards, resolve, pace } = this.#asking;
    const limit = String(this.#limits[0]);
    const path = `${getContentList.path}?${new URLSearchParams({ since: cursor, limit })}`;
    const guard = guards[this.#trust];
    let found: JsonAnswer;
    try {
      found = await guardedFetch({
        origin: this.#host,
        path,
        guard,
        resolve,
        timeoutMs: TIMEOUT_MS,
        signal,
      });
    } catch (error) {
      if (!(error instanceof PeerError)) throw error;
      if (error.code === 'not_a_node') throw tellsNothing();
      // Of what was not read yet, only its size can be wrong.
      if (error.code !== 'invalid_answer' || this.#limits.length === 1) throw error;
      this.#limits = this.#limits.slice(1);
      return this.read(cursor, signal);
    }
    await pace(Buffer.byteLength(found.text), signal);
    return read(found, cursor);
  }
}

const tellsNothing = (): PeerError =>
  new PeerError('not_a_node', 'The node does not say what it has; it may run an older version.');
