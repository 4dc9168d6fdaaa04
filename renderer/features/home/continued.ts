import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { getUnfinished } from '../../../src/contract/dashboard-api/library/playback.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { formatPercent } from '../../lib/format/format.ts';
import { formatPlayTime } from '../../lib/format/play-time.ts';
import { t } from '../../lib/i18n/language.ts';
import { viewerKindOf } from '../../viewer/messages.ts';
import { plainType } from '../stored-file/index.ts';

/** A content that was not played or read to its end. */
export interface ContinuedItem {
  content: LocalContent;
  /** The part before the position, 0 to 1. */
  done: number;
  label: string;
}

/** Returns the media and books to be continued, the latest first. */
export function useContinued(limit: number): ContinuedItem[] {
  const { data } = useDashboardQuery(['content', 'unfinished'], getUnfinished, { query: { limit } });
  return (data?.items ?? []).map(({ content, position, length }) => {
    const done = position / length;
    const isBook = viewerKindOf(plainType(content)) === 'epub';
    const label = isBook
      ? t('home.continue.read', { share: formatPercent(done) })
      : t('home.continue.played', { time: formatPlayTime(position), total: formatPlayTime(length) });
    return { content, done, label };
  });
}
