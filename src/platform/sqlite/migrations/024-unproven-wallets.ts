import type { Migration } from '../database.ts';

/**
 * `unproven_wallet`: the wallet, raw, that a user named without a proof and uses instead of the selected one. Purchases
 * for such wallets have a recipient, but no payer.
 */
export const unprovenWallets: Migration = {
  version: 24,
  sql: `
    ALTER TABLE users ADD COLUMN unproven_wallet TEXT;
    CREATE INDEX intents_unproven ON intents (user, content_address)
      WHERE kind = 'purchase' AND payer IS NULL AND recipient IS NOT NULL;
  `,
};
