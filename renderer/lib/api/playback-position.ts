import type { CallInput } from '@alcove/client';
import {
  getPlaybackPosition,
  isResumable,
  type PlaybackPosition,
  putPlaybackPosition,
} from '../../../src/contract/dashboard-api/library/playback.ts';
import { toCallError } from './call-error.ts';
import type { DashboardClient } from './dashboard-client.ts';

type SentPosition = CallInput<typeof putPlaybackPosition>['body'];

/** The last positions that the node has not confirmed yet, by content id: it may still answer with older ones. */
const unconfirmed = new Map<string, SentPosition>();

/** Returns the position at which playback or reading of a content stopped. */
export function readPosition(
  node: DashboardClient,
  id: string,
  signal: AbortSignal,
): PlaybackPosition | Promise<PlaybackPosition> {
  const sent = unconfirmed.get(id);
  if (!sent) return node.call(getPlaybackPosition, { params: { id } }, { signal });
  const { unit, position, length } = sent;
  return { position: unit === 'chapters' || isResumable(position, length) ? position : null };
}

/** Sends a position to the node, also from a page that is closed. */
export async function sendPosition(node: DashboardClient, id: string, sent: SentPosition): Promise<void> {
  unconfirmed.set(id, sent);
  const forget = () => {
    if (unconfirmed.get(id) === sent) unconfirmed.delete(id);
  };
  try {
    await node.call(putPlaybackPosition, { params: { id }, body: sent }, { keepalive: true });
  } catch (error) {
    // What the node has refused must not hide what it stores.
    if (toCallError(error).status !== null) forget();
    throw error;
  }
  forget();
}
