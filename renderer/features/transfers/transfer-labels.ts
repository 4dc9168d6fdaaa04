import type { Transfer } from '../../../src/contract/dashboard-api/fetch.ts';
import {
  formatBytes,
  formatDoneOf,
  formatPercent,
  formatRate,
  formatTimeLeft,
  shorten,
} from '../../lib/format/format.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';

export interface TransferSummary {
  underWay: number;
  failed: number;
  /** Transferred fraction of all bytes in running transfers, from 0 to 1; null while it is unknown. */
  share: number | null;
}

export function summariseTransfers(transfers: readonly Transfer[]): TransferSummary {
  const underWay = transfers.filter(({ state }) => state !== 'failed');
  const total = underWay.reduce((sum, { bytes_total: bytes }) => sum + (bytes ?? 0), 0);
  const done = underWay.reduce(
    (sum, { bytes_total, bytes_done }) => sum + (bytes_total === null ? 0 : bytes_done),
    0,
  );
  return {
    underWay: underWay.length,
    failed: transfers.length - underWay.length,
    share: total > 0 ? done / total : null,
  };
}

/** Returns a sentence for screen readers that changes only when a transfer begins or ends. */
export function transferSummaryLabel({ underWay, failed }: TransferSummary): string {
  return failed > 0
    ? t('transfers.summaryFailed', { count: underWay, failed })
    : t('transfers.summary', { count: underWay });
}

export function transferName({ name, content_id: id }: Transfer): string {
  return name ?? shorten(id ?? '', 12, 6);
}

/** Returns the source or the destination. */
export function transferWay({ kind, host }: Transfer): string {
  if (kind === 'import') return t('transfers.way.watched');
  if (host === null) return t(kind === 'fetch' ? 'transfers.way.looking' : 'transfers.way.toAnother');
  return t(kind === 'fetch' ? 'transfers.way.from' : 'transfers.way.to', { node: hostName(host) });
}

/** Returns the progress in a line: bytes, percentage, speed and time left. */
export function transferLabel(transfer: Transfer): string {
  const { state, bytes_done: done, bytes_total: total, bytes_per_s: rate } = transfer;
  const size = total === null ? [] : [formatBytes(total)];
  switch (state) {
    case 'waiting':
    case 'failed':
      return [t(`transfers.state.${state}`), ...size].join(' · ');
    case 'paused':
      return [t('transfers.state.paused'), progressLabel(done, total)].join(' · ');
    case 'running':
      return [
        progressLabel(done, total),
        ...(rate > 0 ? [formatRate(rate)] : []),
        ...(rate > 0 && total !== null ? [formatTimeLeft((total - done) / rate)] : []),
      ].join(' · ');
  }
}

function progressLabel(done: number, total: number | null): string {
  if (total === null) return formatBytes(done);
  return `${formatDoneOf(done, total)} · ${formatPercent(total > 0 ? done / total : 0)}`;
}
