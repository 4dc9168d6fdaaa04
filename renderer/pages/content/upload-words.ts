import { formatBytes, formatDuration, formatPercent, formatRate } from '../../lib/format.ts';
import type { Upload } from '../../lib/upload-queue.ts';

/** How an upload stands, in a line: bytes, share, speed and time left while it is being sent. */
export function uploadWords({ file, status, sentBytes, rate, result }: Upload): string {
  switch (status) {
    case 'waiting':
      return `Waiting · ${formatBytes(file.size)}`;
    case 'sending':
      return [
        `${formatBytes(sentBytes)} of ${formatBytes(file.size)}`,
        formatPercent(file.size > 0 ? sentBytes / file.size : 0),
        rate !== null && rate > 0 && `${formatRate(rate)}`,
        rate !== null && rate > 0 && `${formatDuration(Math.max(1, (file.size - sentBytes) / rate))} left`,
      ]
        .filter((part) => part !== false)
        .join(' · ');
    case 'storing':
      return `All ${formatBytes(file.size)} sent, the node is storing them`;
    case 'stored':
      return result?.already_stored
        ? `${formatBytes(file.size)} · Was already stored, so nothing was added`
        : `${formatBytes(file.size)} · Stored`;
    case 'failed':
      return `${formatBytes(file.size)} · Failed`;
    case 'cancelled':
      return `${formatBytes(file.size)} · Cancelled, nothing was stored`;
  }
}
