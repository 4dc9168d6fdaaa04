import { Route, Routes } from 'react-router';
import { AppFrame } from './components/app-frame.tsx';
import { ContentPage } from './pages/content/content-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { PeersPage } from './pages/peers/peers-page.tsx';

/** Which page belongs to which address. */
export function Pages() {
  return (
    <Routes>
      <Route element={<AppFrame />}>
        <Route index element={<OverviewPage />} />
        <Route path="peers" element={<PeersPage />} />
        <Route path="content" element={<ContentPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
