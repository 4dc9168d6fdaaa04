import type { Migration } from '../database.ts';

/**
 * `unproven_wallet`: the wallet, raw, that a user named without a proof and uses instead of the selected one. Purchases
 * for such wallets have a recipient, but no payer. `preview_sha256`: the plain file that the registration names as preview.
 */
export const webClients: Migration = {
  version: 24,
  sql: `
    ALTER TABLE chain_contents ADD COLUMN preview_sha256 BLOB;
    ALTER TABLE users ADD COLUMN unproven_wallet TEXT;
    CREATE INDEX intents_unproven ON intents (user, content_address)
      WHERE kind = 'purchase' AND payer IS NULL AND recipient IS NOT NULL;
  `,
};
