import { Anchor, Group, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import { getContents } from '../../../src/contract/dashboard-api/content.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { TilePlayButton } from '../player/index.ts';
import { FileTile } from '../stored-file/index.ts';
import classes from './home.module.css';

/** Number of tiles in two rows of a wide window. */
const tiles = 12;

/** Shows the newest files as tiles. */
export function RecentlyAdded() {
  const headingId = useId();
  const query = useDashboardQuery(['content', 'newest'], getContents, { query: { limit: tiles } });
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={headingId}>
          {t('home.recent.title')}
        </Title>
        <Anchor component={Link} to={paths.library} size="sm" lh="1.5rem">
          {t('home.recent.all')}
        </Anchor>
      </Group>
      <QueryState query={query} height={190} loading={t('content.loading')}>
        {({ items }) => (
          <BareList className="tiles" aria-labelledby={headingId}>
            {items.map((content) => (
              <li key={content.content_id} className={classes.tile}>
                <FileTile content={content} cameFrom={t('frame.pages.home')} />
                <TilePlayButton content={content} list={items} />
              </li>
            ))}
          </BareList>
        )}
      </QueryState>
    </Stack>
  );
}
