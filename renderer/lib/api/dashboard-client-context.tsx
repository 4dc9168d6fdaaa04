import { createContext, type ReactNode, use, useMemo } from 'react';
import { lockSession, type OpenSession } from '../session/session.ts';
import { createDashboardClient, type DashboardClient } from './dashboard-client.ts';

const DashboardClientContext = createContext<DashboardClient | null>(null);

/** Provides a client of the dashboard API to its children. */
export function DashboardClientProvider({
  session,
  children,
}: {
  session: OpenSession;
  children: ReactNode;
}) {
  const { token, proof } = session;
  const client = useMemo(
    () => createDashboardClient({ token, fetch: proof.fetch, onUnauthorized: () => lockSession(token) }),
    [token, proof],
  );
  return <DashboardClientContext value={client}>{children}</DashboardClientContext>;
}

export function useDashboardClient(): DashboardClient {
  const client = use(DashboardClientContext);
  if (!client) throw new Error('useDashboardClient outside DashboardClientProvider');
  return client;
}
