import { Route, Routes } from 'react-router';
import { AppFrame } from './components/app-frame.tsx';
import { ActivityPage } from './pages/activity/activity-page.tsx';
import { ApiPage } from './pages/api/api-page.tsx';
import { BotsPage } from './pages/bots/bots-page.tsx';
import { BlockedPage } from './pages/content/blocked-page.tsx';
import { ContentPage } from './pages/content/content-page.tsx';
import { FollowingPage } from './pages/following/following-page.tsx';
import { FoundPage } from './pages/found/found-page.tsx';
import { LibraryPage } from './pages/library/library-page.tsx';
import { ItemPage } from './pages/market/item-page.tsx';
import { MarketPage } from './pages/market/market-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { PeersPage } from './pages/peers/peers-page.tsx';
import { PeoplePage } from './pages/people/people-page.tsx';
import { ChoosePage } from './pages/publish/choose-page.tsx';
import { PublishPage } from './pages/publish/publish-page.tsx';
import { RestorePage } from './pages/restore/restore-page.tsx';
import { SettingsPage } from './pages/settings/settings-page.tsx';
import { SharedPage } from './pages/sharing/shared-page.tsx';
import { StoragePage } from './pages/storage/storage-page.tsx';
import { TransfersPage } from './pages/transfers/transfers-page.tsx';
import { ViewPage } from './pages/viewer/view-page.tsx';
import { WalletPage } from './pages/wallet/wallet-page.tsx';

/** Which page belongs to which address. */
export function Pages() {
  return (
    <Routes>
      <Route element={<AppFrame />}>
        <Route index element={<OverviewPage />} />
        <Route path="content" element={<ContentPage />} />
        <Route path="content/elsewhere" element={<FoundPage />} />
        <Route path="content/following" element={<FollowingPage />} />
        <Route path="content/shared" element={<SharedPage />} />
        <Route path="content/publish" element={<ChoosePage />} />
        <Route path="content/publish/:contentId" element={<PublishPage />} />
        <Route path="content/view/:contentId" element={<ViewPage />} />
        <Route path="content/blocked" element={<BlockedPage />} />
        <Route path="market" element={<MarketPage />} />
        <Route path="market/:address" element={<ItemPage />} />
        <Route path="library" element={<LibraryPage />} />
        <Route path="peers" element={<PeersPage />} />
        <Route path="wallet" element={<WalletPage />} />
        <Route path="restore" element={<RestorePage />} />
        <Route path="settings" element={<SettingsPage />} />
        <Route path="storage" element={<StoragePage />} />
        <Route path="transfers" element={<TransfersPage />} />
        <Route path="people" element={<PeoplePage />} />
        <Route path="activity" element={<ActivityPage />} />
        <Route path="bots" element={<BotsPage />} />
        <Route path="api-docs" element={<ApiPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
