import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { BrowserRouter } from 'react-router';
import { PlayerProvider } from '../features/player/index.ts';
import { UploadsProvider } from '../features/uploads/index.ts';
import { DashboardClientProvider } from '../lib/api/dashboard-client-context.tsx';
import { createQueryClient } from '../lib/api/query-client.ts';
import { t, useLanguage } from '../lib/i18n/language.ts';
import { currentSession, type OpenSession, subscribeSession } from '../lib/session/session.ts';
import { createAppTheme, cssVariables } from '../ui/theme/theme.ts';
import { EventFeedProvider } from './connection/event-feed-context.tsx';
import { LockedPage } from './locked-page.tsx';
import { Pages } from './routes.tsx';

export function App() {
  const session = useSyncExternalStore(subscribeSession, currentSession);
  const language = useLanguage();
  const theme = useMemo(createAppTheme, [language]);
  const token = session.state === 'open' ? session.token : null;
  // A new cache for each session, because data of one session must not be shown in another.
  const queries = useMemo(createQueryClient, [token]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <UploadsProvider>
          <PlayerProvider>
            {session.state === 'locked' && <LockedPage why={session.why} />}
            {session.state === 'open' && <Dashboard key={session.token} session={session} />}
          </PlayerProvider>
        </UploadsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Dashboard({ session }: { session: OpenSession }) {
  const language = useLanguage();
  return (
    <DashboardClientProvider session={session}>
      <EventFeedProvider>
        <BrowserRouter>
          <Shown key={language} />
        </BrowserRouter>
      </EventFeedProvider>
    </DashboardClientProvider>
  );
}

/** Remounts the visible page when the language changes, and keeps running work. */
function Shown() {
  return (
    <ModalsProvider labels={{ confirm: t('common.confirm'), cancel: t('common.cancel') }}>
      {/* Above the selection bar, the player and the navigation of a phone. */}
      <Notifications
        position="bottom-center"
        style={{ marginBottom: 'var(--toast-bottom, var(--app-shell-footer-offset, 0px))' }}
      />
      <Pages />
    </ModalsProvider>
  );
}
