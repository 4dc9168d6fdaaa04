import { useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { AppFrame } from './components/app-frame.tsx';
import { type LazyPage, lazyPage } from './components/lazy-page.tsx';
import { whenIdle } from './lib/when-idle.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';

/** Which page belongs to which address. Only the overview, where the dashboard opens, is part of the first load. */
const pages: Record<string, LazyPage> = {
  content: lazyPage('rows', async () => (await import('./pages/content/content-page.tsx')).ContentPage),
  'content/elsewhere': lazyPage('rows', async () => (await import('./pages/found/found-page.tsx')).FoundPage),
  'content/following': lazyPage(
    'rows',
    async () => (await import('./pages/following/following-page.tsx')).FollowingPage,
  ),
  'content/shared': lazyPage(
    'rows',
    async () => (await import('./pages/sharing/shared-page.tsx')).SharedPage,
  ),
  'content/publish': lazyPage(
    'rows',
    async () => (await import('./pages/publish/choose-page.tsx')).ChoosePage,
  ),
  'content/publish/:contentId': lazyPage(
    'rows',
    async () => (await import('./pages/publish/publish-page.tsx')).PublishPage,
  ),
  'content/view/:contentId': lazyPage(
    'rows',
    async () => (await import('./pages/viewer/view-page.tsx')).ViewPage,
  ),
  'content/blocked': lazyPage(
    'rows',
    async () => (await import('./pages/content/blocked-page.tsx')).BlockedPage,
  ),
  market: lazyPage('rows', async () => (await import('./pages/market/market-page.tsx')).MarketPage),
  'market/:address': lazyPage('cards', async () => (await import('./pages/market/item-page.tsx')).ItemPage),
  library: lazyPage('rows', async () => (await import('./pages/library/library-page.tsx')).LibraryPage),
  'library/given': lazyPage('rows', async () => (await import('./pages/library/given-page.tsx')).GivenPage),
  'library/declined': lazyPage(
    'rows',
    async () => (await import('./pages/library/given-page.tsx')).DeclinedPage,
  ),
  peers: lazyPage('rows', async () => (await import('./pages/peers/peers-page.tsx')).PeersPage),
  wallet: lazyPage('cards', async () => (await import('./pages/wallet/wallet-page.tsx')).WalletPage),
  restore: lazyPage('rows', async () => (await import('./pages/restore/restore-page.tsx')).RestorePage),
  settings: lazyPage('rows', async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage),
  storage: lazyPage('cards', async () => (await import('./pages/storage/storage-page.tsx')).StoragePage),
  transfers: lazyPage(
    'rows',
    async () => (await import('./pages/transfers/transfers-page.tsx')).TransfersPage,
  ),
  people: lazyPage('rows', async () => (await import('./pages/people/people-page.tsx')).PeoplePage),
  activity: lazyPage('rows', async () => (await import('./pages/activity/activity-page.tsx')).ActivityPage),
  bots: lazyPage('cards', async () => (await import('./pages/bots/bots-page.tsx')).BotsPage),
  help: lazyPage('cards', async () => (await import('./pages/help/help-page.tsx')).HelpPage),
  'api-docs': lazyPage('rows', async () => (await import('./pages/api/api-page.tsx')).ApiPage),
};

/** The page that the address names. */
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
