import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { formatCount, formatLength, formatLocalTime } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { Fact } from '../../ui/values/fact.tsx';
import { noPictureLabel } from './file-labels.ts';

/** Shows the media facts of a file. */
export function MediaFacts({ content }: { content: LocalContent }) {
  const { media } = content;
  if (!media) return null;
  const { duration_ms: length, width, height, pages, album, track, taken_at: taken } = media;
  const noPicture = noPictureLabel(content);
  return (
    <>
      {length !== null && <Fact label={t('media.facts.duration')}>{formatLength(length)}</Fact>}
      {width !== null && height !== null && (
        <Fact label={t('media.facts.dimensions')}>{t('media.pixels', { width, height })}</Fact>
      )}
      {pages !== null && <Fact label={t('media.facts.pages')}>{formatCount(pages)}</Fact>}
      {album !== null && (
        <Fact label={t('media.facts.album')}>
          <bdi>{track === null ? album : t('media.albumTrack', { album, track })}</bdi>
        </Fact>
      )}
      {taken !== null && <Fact label={t('media.facts.taken')}>{formatLocalTime(taken)}</Fact>}
      {noPicture && <Fact label={t('media.facts.picture')}>{noPicture}</Fact>}
    </>
  );
}
