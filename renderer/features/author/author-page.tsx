import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { type Author, getAuthor } from '../../../src/contract/dashboard-api/library/items.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BackLink } from '../../ui/navigation/back-link.tsx';
import { ChainNotice, PracticeBanner, useTrades } from '../chain/index.ts';
import { AuthorHead } from './author-head.tsx';
import { LibraryWorks, StoreWorks } from './works.tsx';

/** Shows an author, known by a wallet, with the works in the Store and in the library. */
export function AuthorPage() {
  const { address = '' } = useParams();
  const trades = useTrades();
  const query = useDashboardQuery(['item', 'author', address], getAuthor, { params: { address } });
  const author = query.data;
  const name = author?.names[0]?.name ?? shorten(author?.address ?? address);
  return (
    <>
      <BackLink
        to={trades ? paths.store : paths.free}
        label={t(trades ? 'frame.pages.store' : 'frame.pages.free')}
      />
      <Page title={name} {...(author && { head: (title) => <AuthorHead author={author} title={title} /> })}>
        <QueryState query={query} height={280} loadingLabel={t('author.loading')}>
          {(known) => (
            <Stack gap="xl">
              {trades && <PracticeBanner />}
              {trades && <ChainNotice />}
              <SameNames author={known} />
              {trades && <StoreWorks address={known.address} name={name} />}
              <LibraryWorks files={known.library} name={name} />
            </Stack>
          )}
        </QueryState>
      </Page>
    </>
  );
}

/** Warns that other wallets use the same name. */
function SameNames({ author: { names } }: { author: Author }) {
  const shared = names.filter(({ others }) => others > 0);
  if (shared.length === 0) return null;
  return (
    <Alert
      role="note"
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('author.sameName.title')}
    >
      <Stack gap={4}>
        {shared.map(({ name, others }) => (
          <span key={name}>{t('author.sameName.text', { name, count: others })}</span>
        ))}
      </Stack>
    </Alert>
  );
}
