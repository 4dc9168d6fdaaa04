import type { UpdateState } from '../../../src/contract/shell/updates.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';

/** Returns the state of updates in one or two sentences. */
export function updateLabel({ status, version }: UpdateState): string {
  switch (status.kind) {
    case 'unavailable':
      return t(`updates.unavailable.${status.reason}`);
    case 'unchecked':
      return t('updates.unchecked');
    case 'checking':
      return t('updates.checking');
    case 'current':
      return t('updates.current', { version });
    case 'staged':
      return t('updates.staged', { offered: status.offered });
    case 'unsupported':
      return t('updates.unsupported', { offered: status.offered });
    case 'offered':
      return t('updates.offered', { offered: status.offered, size: formatBytes(status.bytes) });
    case 'downloading':
      return t('updates.downloading', {
        offered: status.offered,
        done: formatBytes(status.bytes_done),
        size: formatBytes(status.bytes),
      });
    case 'ready':
      return t('updates.ready', { offered: status.offered });
    case 'failed':
      return t(`updates.failed.${status.reason}`);
  }
}
