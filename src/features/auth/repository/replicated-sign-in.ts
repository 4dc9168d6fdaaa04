import type { ReplicatedTables } from '../../../platform/replication/local-copy.ts';

/** The tables of sign-in and API tokens that replicas share. */
export const replicatedSignInTables: ReplicatedTables = {
  rows: ['users', 'wallets', 'sessions', 'spent_payloads', 'api_tokens', 'shared_connections'],
  // The owner, who has no wallet and no Telegram yet; all replicas have the row of the first one.
  initial: {
    users: `id = 'owner' AND telegram_id IS NULL AND selected_wallet IS NULL AND unproven_wallet IS NULL`,
  },
  counters: [],
};
