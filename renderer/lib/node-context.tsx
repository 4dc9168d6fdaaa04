import { createContext, type ReactNode, use, useMemo } from 'react';
import { createNodeClient, type NodeClient } from './node-client.ts';
import { lockSession } from './session.ts';

const NodeContext = createContext<NodeClient | null>(null);

/** Gives the pages below it a client of the node. */
export function NodeProvider({ localKey, children }: { localKey: string; children: ReactNode }) {
  const client = useMemo(
    () => createNodeClient({ key: localKey, onUnauthorized: () => lockSession(localKey) }),
    [localKey],
  );
  return <NodeContext value={client}>{children}</NodeContext>;
}

export function useNode(): NodeClient {
  const client = use(NodeContext);
  if (!client) throw new Error('useNode outside NodeProvider');
  return client;
}
