import type { Migration } from '../database.ts';

/**
 * Decisions of the owner about licences of their wallets. A licence without a row waits for a decision: anyone can
 * transfer a licence to any wallet, so nothing is fetched for it before the decision. Addresses are raw (`0:…`).
 * - `ordered`: bought or moved by an order of this node; `accepted`, `declined`: the owner's decision; `found`: present
 * when the platform was first read to its end, and undecided. `owner`: the holder at the time of the decision.
 * - `first_looks` has the platforms that were read to their end.
 *
 * For earlier rows, deliveries count as accepted, and licences in an order of the owner as ordered.
 */
export const licenceDecisions: Migration = {
  version: 18,
  sql: `
    CREATE TABLE licence_decisions (
      platform INTEGER NOT NULL REFERENCES platforms (id),
      licence_address TEXT NOT NULL,
      owner TEXT NOT NULL,
      decision TEXT NOT NULL CHECK (decision IN ('ordered', 'accepted', 'declined', 'found')),
      PRIMARY KEY (platform, licence_address)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE first_looks (platform INTEGER PRIMARY KEY REFERENCES platforms (id)) STRICT;
    INSERT INTO first_looks SELECT id FROM platforms;

    INSERT INTO licence_decisions
    SELECT licences.platform, licences.address, licences.owner, 'ordered' FROM intents
    JOIN platforms ON platforms.network = intents.network AND platforms.address = intents.platform
    JOIN chain_contents ON chain_contents.platform = platforms.id AND chain_contents.address = intents.target
    JOIN licences ON licences.content = chain_contents.id AND licences.kind = intents.licence
      AND (licences.transaction_hash = intents.transaction_hash OR licences.owner = intents.recipient)
    WHERE intents.kind = 'purchase' AND intents.state = 'confirmed' AND intents.user = 'owner'
      AND intents.recipient IS NOT NULL
    ON CONFLICT DO NOTHING;

    INSERT INTO licence_decisions
    SELECT licences.platform, licences.address, licences.owner, 'ordered' FROM intents
    JOIN platforms ON platforms.network = intents.network AND platforms.address = intents.platform
    JOIN licences ON licences.platform = platforms.id AND licences.address = intents.target
      AND licences.owner = intents.recipient
    WHERE intents.kind IN ('buy_offer', 'transfer') AND intents.state = 'confirmed' AND intents.user = 'owner'
    ON CONFLICT DO NOTHING;

    INSERT INTO licence_decisions
    SELECT licences.platform, licences.address, licences.owner, 'accepted' FROM deliveries
    JOIN licences ON licences.platform = deliveries.platform AND licences.address = deliveries.licence_address
    WHERE true ON CONFLICT DO NOTHING;

    INSERT INTO licence_decisions
    SELECT licences.platform, licences.address, licences.owner, 'accepted' FROM receipts
    JOIN platforms ON platforms.network = receipts.network
    JOIN licences ON licences.platform = platforms.id AND licences.address = receipts.licence_address
    JOIN chain_contents ON chain_contents.id = licences.content
    JOIN content_keys ON content_keys.sealed_sha256 = chain_contents.sha256
      AND content_keys.key_hash = chain_contents.key_hash
    JOIN contents ON contents.sha256 = chain_contents.sha256
    WHERE true ON CONFLICT DO NOTHING;
  `,
};
