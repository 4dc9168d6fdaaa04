import { useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { OverviewPage } from '../features/overview/overview-page.tsx';
import { AppFrame } from './frame/app-frame.tsx';
import { type LazyPage, lazyPage } from './routing/lazy-page.tsx';
import { NotFoundPage } from './routing/not-found-page.tsx';
import { whenIdle } from './routing/when-idle.ts';

/** The page of each path. Only the overview, the start page, is part of the first load. */
const pages: Record<string, LazyPage> = {
  content: lazyPage('rows', () => import('../features/content/content-page.tsx'), 'ContentPage'),
  'content/elsewhere': lazyPage('rows', () => import('../features/discovery/found-page.tsx'), 'FoundPage'),
  'content/following': lazyPage(
    'rows',
    () => import('../features/following/following-page.tsx'),
    'FollowingPage',
  ),
  'content/shared': lazyPage('rows', () => import('../features/sharing/shared-page.tsx'), 'SharedPage'),
  'content/publish': lazyPage(
    'rows',
    () => import('../features/selling/choose/choose-page.tsx'),
    'ChoosePage',
  ),
  'content/publish/:contentId': lazyPage(
    'rows',
    () => import('../features/selling/sell-page.tsx'),
    'SellPage',
  ),
  'content/view/:contentId': lazyPage('rows', () => import('../features/viewer/view-page.tsx'), 'ViewPage'),
  'content/blocked': lazyPage('rows', () => import('../features/blocking/blocked-page.tsx'), 'BlockedPage'),
  market: lazyPage('rows', () => import('../features/market/market-page.tsx'), 'MarketPage'),
  'market/:address': lazyPage('cards', () => import('../features/market/item-page.tsx'), 'ItemPage'),
  join: lazyPage('cards', () => import('../features/joining/join-page.tsx'), 'JoinPage'),
  library: lazyPage('rows', () => import('../features/library/library-page.tsx'), 'LibraryPage'),
  'library/given': lazyPage('rows', () => import('../features/library/given-page.tsx'), 'GivenPage'),
  'library/declined': lazyPage('rows', () => import('../features/library/given-page.tsx'), 'DeclinedPage'),
  peers: lazyPage('rows', () => import('../features/peers/peers-page.tsx'), 'PeersPage'),
  wallet: lazyPage('cards', () => import('../features/wallet/wallet-page.tsx'), 'WalletPage'),
  restore: lazyPage('rows', () => import('../features/recovery/restore/restore-page.tsx'), 'RestorePage'),
  settings: lazyPage('rows', () => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  storage: lazyPage('cards', () => import('../features/storage/storage-page.tsx'), 'StoragePage'),
  transfers: lazyPage('rows', () => import('../features/transfers/transfers-page.tsx'), 'TransfersPage'),
  people: lazyPage('rows', () => import('../features/auth/users-page.tsx'), 'UsersPage'),
  activity: lazyPage('rows', () => import('../features/activity/activity-page.tsx'), 'ActivityPage'),
  bots: lazyPage('cards', () => import('../features/tokens/tokens-page.tsx'), 'TokensPage'),
  help: lazyPage('cards', () => import('../features/help/help-page.tsx'), 'HelpPage'),
  'api-docs': lazyPage('rows', () => import('../features/api-docs/api-page.tsx'), 'ApiPage'),
};

export function Pages() {
  useEffect(() => whenIdle(Object.values(pages).map(({ preload }) => preload)), []);
  return (
    <Routes>
      <Route element={<AppFrame />}>
        <Route index element={<OverviewPage />} />
        {Object.entries(pages).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
