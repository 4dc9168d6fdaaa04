import * as z from 'zod';
import { getContentList } from '../../contract/node-api/content.ts';
import { parseJson } from '../../core/parse-json.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { ConnectionPolicy, HostTrust } from '../../platform/net/guarded/address-policy.ts';
import { guardedFetch } from '../../platform/net/guarded/guarded-fetch.ts';
import type { SendResponse } from '../../platform/net/guarded/guarded-send.ts';
import type { Pace } from '../../platform/net/transfers/bandwidth.ts';

const timeoutMs = 10_000;
/** Page sizes; a response that is too large is requested again with fewer items. */
const limits = [100, 25, 5, 1];
const longestCursor = 512;

const changesPage = z.object({
  items: z.array(z.unknown()).max(limits[0] as number),
  next_cursor: z.string().max(longestCursor).nullable(),
});
const problem = z.object({ code: z.string() });

export interface ListConnection extends ConnectionPolicy {
  /** Waits until this many bytes may be received. */
  pace: Pace;
}

/** One page of the changes on a node since a cursor. */
export interface ChangesPage {
  items: unknown[];
  /** null: the list has no further page. */
  nextCursor: string | null;
}

function read({ status, text }: SendResponse, cursor: string): ChangesPage | 'refused' {
  const document = parseJson(text);
  if (status === 400 && cursor !== '' && problem.safeParse(document).data?.code === 'invalid_request') {
    return 'refused';
  }
  if (status >= 500) throw new PeerError('unreachable', 'peers.internalErrorOrBusy');
  const { data } = changesPage.safeParse(status === 200 ? document : undefined);
  if (!data) throw new PeerError('invalid_answer', 'discovery.listInvalid');
  return { items: data.items, nextCursor: data.next_cursor };
}

/** Reads the list of one node, page by page. */
export class ChangesReader {
  readonly #connection: ListConnection;
  readonly #host: string;
  readonly #trust: HostTrust;
  #limits = limits;

  constructor(connection: ListConnection, host: string, trust: HostTrust) {
    this.#connection = connection;
    this.#host = host;
    this.#trust = trust;
  }

  /**
   * Returns the changes since a cursor; empty: since the beginning.
   * @returns `refused` when the node no longer accepts its own cursor
   * @throws PeerError
   */
  async read(cursor: string, signal: AbortSignal): Promise<ChangesPage | 'refused'> {
    const { guards, resolve, pace } = this.#connection;
    const limit = String(this.#limits[0]);
    const path = `${getContentList.path}?${new URLSearchParams({ since: cursor, limit })}`;
    const guard = guards[this.#trust];
    let found: SendResponse;
    try {
      found = await guardedFetch({
        origin: this.#host,
        path,
        guard,
        resolve,
        timeoutMs,
        signal,
      });
    } catch (error) {
      if (!(error instanceof PeerError)) throw error;
      if (error.code === 'not_a_node') throw new PeerError('not_a_node', 'discovery.noList');
      // Fewer items may help only where the response was too large to be read.
      if (error.code !== 'invalid_answer' || this.#limits.length === 1) throw error;
      this.#limits = this.#limits.slice(1);
      return this.read(cursor, signal);
    }
    await pace(Buffer.byteLength(found.text), signal);
    return read(found, cursor);
  }
}
