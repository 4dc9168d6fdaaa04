import { useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { HomePage } from '../features/home/home-page.tsx';
import { paths } from '../lib/paths.ts';
import { AppFrame } from './frame/app-frame.tsx';
import { type LazyPage, lazyPage } from './routing/lazy-page.tsx';
import { OtherPage } from './routing/other-page.tsx';
import { whenIdle } from './routing/when-idle.ts';
import { ExploreStart } from './sections/explore-start.tsx';
import { Section } from './sections/section.tsx';
import { SettingsStart } from './sections/settings-start.tsx';

const SettingsLayout = lazyPage(
  'rows',
  () => import('../features/settings/settings-page.tsx'),
  'SettingsPage',
);

const LibraryPage = lazyPage('rows', () => import('../features/library/library-page.tsx'), 'LibraryPage');

const SettingPage = lazyPage(
  'rows',
  () => import('../features/settings/settings-start-page.tsx'),
  'SettingsStartPage',
);

type PagesOfSection = Record<string, LazyPage>;

/** The page of each path. Only the start page is part of the first load. */
const pages = {
  library: {
    [paths.library]: LibraryPage,
    [paths.music]: LibraryPage,
    [paths.video]: LibraryPage,
    [paths.books]: LibraryPage,
    [paths.photos]: LibraryPage,
    [paths.files]: LibraryPage,
    [paths.collections]: lazyPage(
      'rows',
      () => import('../features/collections/collections-page.tsx'),
      'CollectionsPage',
    ),
    [paths.bought]: lazyPage('rows', () => import('../features/purchases/bought-page.tsx'), 'BoughtPage'),
    [paths.given]: lazyPage('rows', () => import('../features/purchases/given-page.tsx'), 'GivenPage'),
    [paths.declined]: lazyPage('rows', () => import('../features/purchases/given-page.tsx'), 'DeclinedPage'),
    [paths.shared]: lazyPage('rows', () => import('../features/sharing/shared-page.tsx'), 'SharedPage'),
    [paths.trash]: lazyPage('rows', () => import('../features/library/trash/trash-page.tsx'), 'TrashPage'),
  },
  explore: {
    [paths.store]: lazyPage('rows', () => import('../features/market/market-page.tsx'), 'MarketPage'),
    [paths.free]: lazyPage('rows', () => import('../features/discovery/found-page.tsx'), 'FoundPage'),
    [paths.following]: lazyPage(
      'rows',
      () => import('../features/following/following-page.tsx'),
      'FollowingPage',
    ),
  },
  node: {
    [paths.node]: lazyPage('cards', () => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
    [paths.peers]: lazyPage('rows', () => import('../features/peers/peers-page.tsx'), 'PeersPage'),
    [paths.storage]: lazyPage('cards', () => import('../features/storage/storage-page.tsx'), 'StoragePage'),
    [paths.transfers]: lazyPage(
      'rows',
      () => import('../features/transfers/transfers-page.tsx'),
      'TransfersPage',
    ),
    [paths.log]: lazyPage('rows', () => import('../features/activity/activity-page.tsx'), 'ActivityPage'),
  },
  settings: {
    [paths.general]: lazyPage(
      'rows',
      () => import('../features/settings/pages/general-page.tsx'),
      'GeneralPage',
    ),
    [paths.privacy]: lazyPage(
      'rows',
      () => import('../features/settings/pages/privacy-page.tsx'),
      'PrivacyPage',
    ),
    [paths.backup]: lazyPage('rows', () => import('../features/recovery/backup-page.tsx'), 'BackupPage'),
    [paths.folders]: lazyPage(
      'rows',
      () => import('../features/watched-folders/watched-folders-page.tsx'),
      'WatchedFoldersPage',
    ),
    [paths.network]: lazyPage(
      'rows',
      () => import('../features/settings/pages/network-page.tsx'),
      'NetworkPage',
    ),
    [paths.access]: lazyPage('rows', () => import('../features/auth/users-page.tsx'), 'UsersPage'),
    [paths.developers]: lazyPage('cards', () => import('../features/tokens/tokens-page.tsx'), 'TokensPage'),
    [paths.advanced]: lazyPage(
      'rows',
      () => import('../features/settings/pages/advanced-page.tsx'),
      'AdvancedPage',
    ),
  },
  alone: {
    '/item/:id': lazyPage('rows', () => import('../features/item/item-page.tsx'), 'ItemPage'),
    '/author/:address': lazyPage('rows', () => import('../features/author/author-page.tsx'), 'AuthorPage'),
    '/collection/:collectionId': lazyPage(
      'rows',
      () => import('../features/collections/collection-page.tsx'),
      'CollectionPage',
    ),
    [paths.sell]: lazyPage('rows', () => import('../features/selling/choose/choose-page.tsx'), 'ChoosePage'),
    [`${paths.sell}/:contentId`]: lazyPage(
      'rows',
      () => import('../features/selling/sell-page.tsx'),
      'SellPage',
    ),
    [paths.wallet]: lazyPage('cards', () => import('../features/wallet/wallet-page.tsx'), 'WalletPage'),
    [paths.join]: lazyPage('cards', () => import('../features/joining/join-page.tsx'), 'JoinPage'),
    [paths.restore]: lazyPage(
      'rows',
      () => import('../features/recovery/restore/restore-page.tsx'),
      'RestorePage',
    ),
    [paths.restoreBackup]: lazyPage(
      'rows',
      () => import('../features/recovery/restore-backup/restore-backup-page.tsx'),
      'RestoreBackupPage',
    ),
    [paths.api]: lazyPage('rows', () => import('../features/api-docs/api-page.tsx'), 'ApiPage'),
    [paths.help]: lazyPage('cards', () => import('../features/help/help-page.tsx'), 'HelpPage'),
  },
} satisfies Record<string, PagesOfSection>;

/** The tabs of the library. */
const libraryPages = [
  ...(['library', 'music', 'video', 'books', 'photos', 'files'] as const),
  ...(['collections', 'bought', 'shared', 'trash'] as const),
];

export function Pages() {
  useEffect(
    () =>
      whenIdle(
        Object.values(pages).flatMap((section) => Object.values(section).map(({ preload }) => preload)),
      ),
    [],
  );
  return (
    <Routes>
      <Route element={<AppFrame />}>
        <Route index element={<HomePage />} />
        <Route element={<Section name="library" pages={libraryPages} tradePages={['bought']} />}>
          {routesTo(pages.library)}
        </Route>
        <Route path={paths.explore} element={<ExploreStart />} />
        <Route
          element={<Section name="explore" pages={['store', 'free', 'following']} tradePages={['store']} />}
        >
          {routesTo(pages.explore)}
        </Route>
        <Route element={<Section name="node" pages={['node', 'peers', 'storage', 'transfers', 'log']} />}>
          {routesTo(pages.node)}
        </Route>
        <Route path={paths.settings} element={<SettingsStart SettingPage={SettingPage} />} />
        <Route element={<SettingsLayout />}>{routesTo(pages.settings)}</Route>
        {routesTo(pages.alone)}
        <Route path="*" element={<OtherPage />} />
      </Route>
    </Routes>
  );
}

const routesTo = (section: PagesOfSection) =>
  Object.entries(section).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />);
