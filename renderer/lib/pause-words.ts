import type { PauseReason, SyncState } from '../../src/contract/local-network.ts';
import { formatNumberOf } from './format.ts';

const reasons: Record<PauseReason, string> = {
  manual: 'you paused it',
  metered: 'the connection is metered',
  battery: 'the computer runs on battery',
};

/** `Paused: you paused it, and the connection is metered.` */
export function pauseWords(pausedBy: readonly PauseReason[]): string {
  return `Paused, because ${pausedBy.map((reason) => reasons[reason]).join(' and ')}.`;
}

/** How much is known of other nodes, and whether it becomes more. */
export function syncWords({ state, paused_by: pausedBy, contents, nodes }: SyncState): string {
  if (state === 'off') return 'Your node does not ask other nodes what they have.';
  const read = nodes.filter(({ synced_at: at }) => at !== null).length;
  const known =
    contents === 0
      ? 'Nothing that others have is known yet'
      : `${formatNumberOf(contents, 'file', 'files')} known on ${formatNumberOf(read, 'other node', 'other nodes')}`;
  switch (state) {
    case 'running':
      return `${known}. Your node is asking for what is new.`;
    case 'paused':
      return `${known}. ${pauseWords(pausedBy)}`;
    case 'idle':
      return `${known}.`;
  }
}
