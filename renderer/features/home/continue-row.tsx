import { Progress, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { TilePlayButton } from '../player/index.ts';
import { FileTile } from '../stored-file/index.ts';
import { useContinued } from './continued.ts';
import classes from './home.module.css';

/** Number of tiles in one row of a wide window. */
const tiles = 6;

/** Shows the contents that were not played or read to their end. */
export function ContinueRow() {
  const headingId = useId();
  const items = useContinued(tiles);
  if (items.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId}>
      <Title order={2} id={headingId}>
        {t('home.continue.title')}
      </Title>
      <BareList className="tiles" aria-labelledby={headingId}>
        {items.map(({ content, done, label }) => (
          <li key={content.content_id} className={classes.tile}>
            <FileTile content={content} backLabel={t('frame.pages.home')} />
            <TilePlayButton content={content} />
            <Progress className={classes.progress ?? ''} size="xs" value={done * 100} aria-label={label} />
          </li>
        ))}
      </BareList>
    </Stack>
  );
}
