import { createContext, type ReactNode, use, useMemo } from 'react';
import { lockSession, type OpenSession } from '../session/session.ts';
import { createNodeClient, type NodeClient } from './node-client.ts';

const NodeContext = createContext<NodeClient | null>(null);

/** Provides a client of the node to its children. */
export function NodeProvider({ session, children }: { session: OpenSession; children: ReactNode }) {
  const { token, proof } = session;
  const client = useMemo(
    () => createNodeClient({ token, fetch: proof.fetch, onUnauthorized: () => lockSession(token) }),
    [token, proof],
  );
  return <NodeContext value={client}>{children}</NodeContext>;
}

export function useNode(): NodeClient {
  const client = use(NodeContext);
  if (!client) throw new Error('useNode outside NodeProvider');
  return client;
}
