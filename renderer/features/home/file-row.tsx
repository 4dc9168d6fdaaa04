import { Anchor, Group, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import type { LocalContent, LocalContentPage } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState, type QueryStateProps } from '../../ui/feedback/query-state.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { TilePlayButton } from '../player/index.ts';
import { FileTile } from '../stored-file/index.ts';
import classes from './home.module.css';

interface FileRowProps {
  title: string;
  /** The page that lists all files of this kind. */
  link: { to: string; label: string };
  query: QueryStateProps<LocalContentPage>['query'];
  files: readonly LocalContent[];
}

/** Shows files as tiles, with a heading and a link. */
export function FileRow({ title, link, query, files }: FileRowProps) {
  const headingId = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={headingId}>
          {title}
        </Title>
        <Anchor component={Link} to={link.to} size="sm" lh="1.5rem">
          {link.label}
        </Anchor>
      </Group>
      <QueryState query={query} height={190} loadingLabel={t('content.loading')}>
        {() => (
          <BareList className="tiles" aria-labelledby={headingId}>
            {files.map((content) => (
              <li key={content.content_id} className={classes.tile}>
                <FileTile content={content} backLabel={t('frame.pages.home')} />
                <TilePlayButton content={content} list={files} />
              </li>
            ))}
          </BareList>
        )}
      </QueryState>
    </Stack>
  );
}
