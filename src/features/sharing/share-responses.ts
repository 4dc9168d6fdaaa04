import { createHash } from 'node:crypto';
import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { Share } from '../../contract/dashboard-api/sharing.ts';
import { sharePageCapability, sharePagePath } from '../../contract/node-api/share-page.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { QueueState } from '../../platform/net/transfers/transfer-queue.ts';
import type { Peer } from '../peers/index.ts';
import type { ShareKey, ShareRow } from './repository/share-repository.ts';

/** Returns the id of a share in the queue. */
export const idOf = ({ sha256, host }: ShareKey): string => `${sha256.toString('hex')}@${host}`;

export const keyOf = (id: string): ShareKey => ({
  sha256: Buffer.from(id.slice(0, 64), 'hex'),
  host: id.slice(65),
});

/** Returns the id of a transfer in URLs, which is the same after a restart. */
export const transferIdOf = (key: ShareKey): string =>
  createHash('sha256').update(idOf(key)).digest('base64url').slice(0, 22);

export interface ShareProgress {
  state: QueueState | undefined;
  /** Sent bytes; undefined where none were sent in this run of the node. */
  done: number | undefined;
  /** Bytes per second. */
  rate: number;
}

/**
 * Describes a share.
 * @param host the node of the share, if it is known
 */
export function toShare(
  row: ShareRow,
  state: ShareProgress['state'],
  host: Pick<Peer, 'capabilities'> | undefined,
): Share {
  const id = contentIdOf(row.sha256);
  const hasPages = host !== undefined && JSON.parse(host.capabilities).includes(sharePageCapability);
  return {
    host: row.host,
    state: row.state === 'waiting' && state === 'running' ? 'sending' : row.state,
    listed: row.listed,
    key: row.keyState,
    url: `${row.host}/api/v1/storage/${id}`,
    page_url: hasPages ? row.host + sharePagePath(id) : null,
    shared_at: row.sharedAt === null ? null : toTimestamp(row.sharedAt),
    message: row.message,
  };
}

/** Returns a share as a transfer of the dashboard; progress in bytes and bytes per second. */
export function toTransfer(row: ShareRow, { state = 'waiting', done, rate }: ShareProgress): Transfer {
  return {
    id: transferIdOf(row),
    kind: 'share',
    content_id: contentIdOf(row.sha256),
    name: row.name || null,
    host: row.host,
    state: row.state === 'failed' ? 'failed' : state,
    bytes_done: Math.min(row.size, done ?? row.sentBytes ?? 0),
    bytes_total: row.size,
    bytes_per_s: state === 'running' ? Math.max(0, Math.round(rate)) : 0,
    started_at: toTimestamp(row.askedAt),
    message: row.message,
  };
}
