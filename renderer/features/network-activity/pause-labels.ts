import type { PauseReason, SyncState } from '../../../src/contract/dashboard-api/discovery.ts';
import { formatList } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';

/** Returns the reasons of a pause as a sentence: `Paused: you paused it, and the connection is metered.` */
export function pauseLabel(pausedBy: readonly PauseReason[]): string {
  return t('networkActivity.pause.because', {
    reasons: formatList(pausedBy.map((reason) => t(`networkActivity.pause.reasons.${reason}`))),
  });
}

/** Returns the size of the remote index, and whether discovery is running. */
export function syncLabel({ state, paused_by: pausedBy, contents, nodes }: SyncState): string {
  if (state === 'off') return t('networkActivity.sync.off');
  const read = nodes.filter(({ synced_at: at }) => at !== null).length;
  const known =
    contents === 0
      ? t('networkActivity.sync.nothingKnown')
      : t('networkActivity.sync.known', {
          count: contents,
          onNodes: t('networkActivity.sync.onNodes', { count: read }),
        });
  switch (state) {
    case 'running':
      return `${known} ${t('networkActivity.sync.asking')}`;
    case 'paused':
      return `${known} ${pauseLabel(pausedBy)}`;
    case 'idle':
      return known;
  }
}
