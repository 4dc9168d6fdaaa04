import {
  formatBytes,
  formatDoneOf,
  formatPercent,
  formatRate,
  formatTimeLeft,
} from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import type { QueuedUpload } from './upload-queue.ts';

/** Returns the state of an upload in a line: bytes, percentage, speed and time left while it is sent. */
export function uploadLabel({ file, status, sentBytes, rate, result }: QueuedUpload): string {
  switch (status) {
    case 'waiting':
      return `${t('content.upload.waiting')} · ${formatBytes(file.size)}`;
    case 'sending':
      return [
        formatDoneOf(sentBytes, file.size),
        formatPercent(file.size > 0 ? sentBytes / file.size : 0),
        rate !== null && rate > 0 && formatRate(rate),
        rate !== null && rate > 0 && formatTimeLeft((file.size - sentBytes) / rate),
      ]
        .filter((part) => part !== false)
        .join(' · ');
    case 'storing':
      return t('content.upload.storing', { size: formatBytes(file.size) });
    case 'stored':
      return result?.already_stored
        ? `${formatBytes(file.size)} · ${t('content.upload.alreadyStored')}`
        : `${formatBytes(file.size)} · ${t('content.upload.stored')}`;
    case 'failed':
      return `${formatBytes(file.size)} · ${t('content.upload.failed')}`;
    case 'cancelled':
      return `${formatBytes(file.size)} · ${t('content.upload.cancelled')}`;
  }
}
