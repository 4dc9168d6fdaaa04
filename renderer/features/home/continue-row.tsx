import { Progress, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { getUnfinished } from '../../../src/contract/dashboard-api/library/playback.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { percentOf } from '../../lib/format/format.ts';
import { formatPlayTime } from '../../lib/format/play-time.ts';
import { t } from '../../lib/i18n/language.ts';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { TilePlayButton } from '../player/index.ts';
import { FileTile } from '../stored-file/index.ts';
import classes from './home.module.css';

/** Number of tiles in one row of a wide window. */
const tiles = 6;

/** Shows the contents that were not played to their end. */
export function ContinueRow() {
  const headingId = useId();
  const { data } = useDashboardQuery(['content', 'unfinished'], getUnfinished, { query: { limit: tiles } });
  if (!data || data.items.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId}>
      <Title order={2} id={headingId}>
        {t('home.continue.title')}
      </Title>
      <BareList className="tiles" aria-labelledby={headingId}>
        {data.items.map(({ content, position_seconds: position, duration_seconds: duration }) => (
          <li key={content.content_id} className={classes.tile}>
            <FileTile content={content} cameFrom={t('frame.pages.home')} />
            <TilePlayButton content={content} />
            <Progress
              className={classes.progress ?? ''}
              size="xs"
              value={percentOf(position, duration)}
              aria-label={t('home.continue.played', {
                time: formatPlayTime(position),
                total: formatPlayTime(duration),
              })}
            />
          </li>
        ))}
      </BareList>
    </Stack>
  );
}
