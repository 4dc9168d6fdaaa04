import { Stack } from '@mantine/core';
import { Outlet } from 'react-router';
import { useTrades } from '../../features/chain/index.ts';
import { t } from '../../lib/i18n/language.ts';
import { type PageName, paths } from '../../lib/paths.ts';
import { PageTabs } from '../../ui/navigation/page-tabs.tsx';
import { useLibraryCounts } from './library-counts.ts';

interface SectionProps {
  name: 'library' | 'explore' | 'node';
  pages: readonly SectionPage[];
  /** The pages that are shown while buying and selling is on. */
  tradePages?: readonly SectionPage[];
}

type SectionPage = PageName & keyof typeof labels;

const labels = {
  library: () => t('frame.pages.all'),
  music: () => t('frame.pages.music'),
  video: () => t('frame.pages.video'),
  books: () => t('frame.pages.books'),
  photos: () => t('frame.pages.photos'),
  files: () => t('frame.pages.files'),
  collections: () => t('frame.pages.collections'),
  bought: () => t('frame.pages.bought'),
  shared: () => t('frame.pages.shared'),
  trash: () => t('frame.pages.trash'),
  store: () => t('frame.pages.store'),
  free: () => t('frame.pages.free'),
  following: () => t('frame.pages.following'),
  node: () => t('frame.pages.overview'),
  peers: () => t('frame.pages.peers'),
  storage: () => t('frame.pages.storage'),
  transfers: () => t('frame.pages.transfers'),
  log: () => t('frame.pages.log'),
};

/** Shows the tabs of a section above its page. */
export function Section({ name, pages, tradePages = [] }: SectionProps) {
  const trades = useTrades();
  const counts = useLibraryCounts(name === 'library');
  const tabs = pages.filter((page) => trades || !tradePages.includes(page));
  return (
    <Stack gap="lg">
      <PageTabs
        label={t(`frame.pages.${name}`)}
        tabs={tabs.map((page) => ({ path: paths[page], label: labels[page](), count: counts[page] }))}
      />
      <Outlet />
    </Stack>
  );
}
