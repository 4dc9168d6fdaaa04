import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { BrowserRouter } from 'react-router';
import { LiveProvider } from './lib/live.tsx';
import { NodeProvider } from './lib/node-context.tsx';
import { createQueryClient } from './lib/queries.ts';
import { currentSession, subscribeSession } from './lib/session.ts';
import { UploadsProvider } from './lib/uploads.tsx';
import { LockedPage } from './pages/locked-page.tsx';
import { Pages } from './routes.tsx';
import { cssVariables, theme } from './theme.ts';

export function App() {
  const session = useSyncExternalStore(subscribeSession, currentSession);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {session.state === 'locked' && <LockedPage />}
      {session.state === 'open' && <Dashboard localKey={session.key} />}
    </MantineProvider>
  );
}

function Dashboard({ localKey }: { localKey: string }) {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <NodeProvider localKey={localKey}>
        <LiveProvider>
          <UploadsProvider localKey={localKey}>
            <BrowserRouter>
              <ModalsProvider labels={{ confirm: 'Confirm', cancel: 'Cancel' }}>
                <Notifications position="bottom-center" />
                <Pages />
              </ModalsProvider>
            </BrowserRouter>
          </UploadsProvider>
        </LiveProvider>
      </NodeProvider>
    </QueryClientProvider>
  );
}
