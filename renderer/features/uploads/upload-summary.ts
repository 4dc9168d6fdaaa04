import { formatPercent } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { isUnderWay, type QueuedUpload } from './upload-queue.ts';

export interface UploadSummary {
  underWay: number;
  stored: number;
  failed: number;
  /** Sent fraction of all bytes, from 0 to 1. */
  fraction: number;
}

/** Returns a summary of the uploads; cancelled and failed ones do not count in `fraction`. */
export function summarise(uploads: readonly QueuedUpload[]): UploadSummary {
  const wanted = uploads.filter((upload) => isUnderWay(upload) || upload.status === 'stored');
  const total = wanted.reduce((sum, upload) => sum + upload.file.size, 0);
  const sent = wanted.reduce((sum, upload) => sum + upload.sentBytes, 0);
  const stored = wanted.filter((upload) => upload.status === 'stored').length;
  return {
    underWay: wanted.length - stored,
    stored,
    failed: uploads.filter((upload) => upload.status === 'failed').length,
    fraction: total > 0 ? sent / total : wanted.length > 0 && stored === wanted.length ? 1 : 0,
  };
}

/** Returns what screen readers announce: the begin, every quarter, and the end. */
export function announcementOf(summary: UploadSummary): string {
  if (summary.underWay === 0) return summaryText(summary);
  // The node may still store bytes that were all sent.
  const quarter = Math.min(Math.floor(summary.fraction * 4), 3) / 4;
  return t('common.labelled', { label: t('content.uploads'), value: formatPercent(quarter) });
}

/** Returns a sentence for a heading. */
export function summaryText({ underWay, stored, failed }: UploadSummary): string {
  if (underWay > 0) {
    const key = failed > 0 ? 'underWayFailed' : 'underWay';
    return t(`content.upload.summary.${key}`, { stored, total: underWay + stored, failed });
  }
  if (stored === 0 && failed === 0) return t('content.upload.summary.cancelled');
  return t(`content.upload.summary.${failed > 0 ? 'doneFailed' : 'done'}`, { count: stored, failed });
}
