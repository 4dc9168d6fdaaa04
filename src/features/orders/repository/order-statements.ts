import type { Db } from '../../../platform/sqlite/database.ts';
import type { RecipientScope } from '../delivery-recipients.ts';
import {
  type OrderScope,
  type RegistrationToShare,
  type SettledRegistration,
  type SignedMessage,
  type UnprovenPurchase,
  unsentReplies,
  type WalletReply,
} from '../order.ts';
import { type OrderRow, orderColumns } from './order-rows.ts';

/** Number of expired orders to check before the same purpose is ordered again. */
const maxEarlier = 5;

/**
 * Prepares the statements that read orders for licences. An order without a payer is for an unproven wallet and counts
 * as one without a recipient, so that visitors cannot make this node lose the keys of other wallets.
 */
const prepareLicenceReads = (db: Db) => ({
  licences: db.prepare<[OrderScope & RecipientScope], { count: number }>(
    `SELECT count(*) AS count FROM intents WHERE kind IN ('purchase', 'buy_offer') AND content_address = @content
         AND iif(payer IS NULL, NULL, recipient) IS @owner AND network = @network AND platform = @platform`,
  ),
  unproven: db.prepare<[OrderScope & { user: string; content: string }], UnprovenPurchase>(
    `SELECT recipient AS wallet, transaction_hash AS "transaction" FROM intents WHERE user = @user
         AND content_address = @content AND kind = 'purchase' AND payer IS NULL AND recipient IS NOT NULL
         AND state = 'confirmed' AND network = @network AND platform = @platform`,
  ),
});

/** Prepares the statements that read registrations. */
const prepareRegistrationReads = (db: Db) => ({
  registered: db.prepare<[OrderScope & { user: string; sha256: Buffer }], unknown>(
    `SELECT 1 FROM intents WHERE kind = 'register' AND sha256 = @sha256 AND state = 'confirmed' AND user = @user
         AND network = @network AND platform = @platform`,
  ),
  registeredSince: db.prepare<[OrderScope & { since: number }], SettledRegistration>(
    `SELECT sha256, settled_at AS settledAt FROM intents WHERE kind = 'register' AND sha256 IS NOT NULL
         AND state = 'confirmed' AND settled_at > @since AND network = @network AND platform = @platform`,
  ),
});

/** Prepares the statements that read orders. */
export const prepareReads = (db: Db) => ({
  ...prepareLicenceReads(db),
  ...prepareRegistrationReads(db),
  one: db
    .prepare<[OrderScope & { queryId: string }], OrderRow>(
      `SELECT ${orderColumns} FROM intents WHERE query_id = @queryId AND network = @network AND platform = @platform`,
    )
    .safeIntegers(),
  openFor: db
    .prepare<[OrderScope & { user: string; purpose: string }], OrderRow>(
      `SELECT ${orderColumns} FROM intents WHERE state = 'open' AND network = @network AND platform = @platform
           AND settled_at IS NULL AND user = @user AND purpose = @purpose ORDER BY id DESC`,
    )
    .safeIntegers(),
  spent: db
    .prepare<[{ network: string; allowance: string; since: number }], { nanoTon: bigint | null }>(
      // The wallet got the amount of a refused order back, but not the fees.
      `SELECT sum(iif(state = 'refused', 0, amount) + fees) AS nanoTon FROM intents
         WHERE allowance = @allowance AND created_at > @since AND network = @network AND state <> 'expired'`,
    )
    .safeIntegers(),
  expiredFor: db
    .prepare<[OrderScope & { user: string; purpose: string; since: number }], OrderRow>(
      `SELECT ${orderColumns} FROM intents WHERE state = 'expired' AND network = @network AND platform = @platform
           AND user = @user AND purpose = @purpose AND valid_until > @since AND external IS NULL
           ORDER BY id DESC LIMIT ${maxEarlier}`,
    )
    .safeIntegers(),
  crowd: db.prepare<[OrderScope & { user: string }], { count: number; until: number | null }>(
    `SELECT count(*) AS count, min(valid_until) AS until FROM intents WHERE state = 'open' AND network = @network
         AND platform = @platform AND user = @user`,
  ),
  // Leaves out the platform of an embedded chain, which nobody ordered.
  page: db
    .prepare<[OrderScope & { user: string | null; before: number; limit: number }], OrderRow>(
      `SELECT ${orderColumns} FROM intents WHERE id < @before
           AND (kind <> 'platform' OR (@user IS NULL AND network <> 'embedded')) AND network = @network AND (platform = @platform OR kind = 'withdraw')
           AND (@user IS NULL OR user = @user) ORDER BY id DESC LIMIT @limit`,
    )
    .safeIntegers(),
  // Signed messages of other platforms are included because they use a seqno of the wallet.
  unsettled: db
    .prepare<[OrderScope & { payer: string }], OrderRow>(
      `SELECT ${orderColumns} FROM intents WHERE state = 'open' AND network = @network AND payer = @payer
           AND pay_with IN ('service_wallet', 'practice_wallet') AND settled_at IS NULL
           AND (platform = @platform OR kind = 'withdraw' OR external IS NOT NULL) ORDER BY id`,
    )
    .safeIntegers(),
  toShare: db.prepare<[OrderScope], RegistrationToShare>(
    `SELECT id, sha256, share_host AS host, title FROM intents WHERE share_host IS NOT NULL AND state = 'confirmed'
         AND sha256 IS NOT NULL AND network = @network AND platform = @platform ORDER BY id`,
  ),
  registration: db.prepare<[OrderScope & { sha256: Buffer }], { address: string | null }>(
    `SELECT iif(state = 'confirmed' AND network = @network AND platform = @platform, content_address, NULL) AS address
         FROM intents WHERE kind = 'register' AND sha256 = @sha256 ORDER BY address IS NULL, id LIMIT 1`,
  ),
});

const unsent = [...unsentReplies].map((reply) => `'${reply}'`).join();

/** Prepares the statements that write orders. */
export const prepareWrites = (db: Db) => ({
  insert: db
    .prepare<[Record<string, unknown>], OrderRow>(
      `INSERT INTO intents (query_id, network, platform, user, kind, state, pay_with, allowance, payer, recipient,
           target, purpose, terms, sha256, share_host, content_address, licence, title, price, amount, fees, message, send_mode,
           created_at, valid_until)
         VALUES (@queryId, @network, @platform, @user, @kind, 'open', @payWith, @allowance, @payer, @recipient,
           @target, @purpose, @terms, @sha256, @shareHost, @contentAddress, @licence, @title, @price, @amount, @fees, @message, @sendMode,
           @createdAt, @validUntil) RETURNING ${orderColumns}`,
    )
    .safeIntegers(),
  // Of the messages that a wallet signs with one seqno, the chain accepts one.
  sign: db.prepare<[SignedMessage & { id: number }]>(
    `UPDATE intents SET external = @signedMessage, seqno = @seqno, after_lt = @afterLt
         WHERE id = @id AND state = 'open' AND external IS NULL AND NOT EXISTS (
           SELECT 1 FROM intents AS other WHERE other.payer = intents.payer AND other.network = intents.network
             AND other.state = 'open' AND other.external IS NOT NULL AND other.sent_lt IS NULL
             AND other.delivered_at IS NULL AND other.settled_at IS NULL)`,
  ),
  sent: db.prepare<[{ id: number; lt: bigint; transaction: Buffer }]>(
    'UPDATE intents SET sent_lt = @lt, transaction_hash = @transaction WHERE id = @id',
  ),
  received: db.prepare<[{ id: number; at: number }]>(
    `UPDATE intents SET state = 'open', delivered_at = @at, settled_at = NULL, note = NULL
         WHERE id = @id AND state IN ('open', 'expired')`,
  ),
  shareOn: db.prepare<[{ id: number; host: string | null }]>(
    'UPDATE intents SET share_host = @host WHERE id = @id',
  ),
  ask: db.prepare<[{ id: number; at: number }]>(
    `UPDATE intents SET wallet_reply = 'asked' WHERE id = @id AND state = 'open' AND valid_until > @at
         AND (wallet_reply IS NULL OR wallet_reply IN (${unsent}))`,
  ),
  reply: db.prepare<[WalletReply, number]>('UPDATE intents SET wallet_reply = ? WHERE id = ?'),
  end: db.prepare<[Record<string, unknown>]>(
    `UPDATE intents SET state = @state, settled_at = @at, note = @note,
         transaction_hash = coalesce(@transaction, transaction_hash)
         WHERE id = @id AND state = 'open' AND (@isUnsigned = 0 OR external IS NULL)`,
  ),
  confirm: db.prepare<[{ id: number; at: number; content: string | null; transaction: Buffer }]>(
    `UPDATE intents SET state = 'confirmed', settled_at = @at, note = NULL, transaction_hash = @transaction,
         content_address = coalesce(content_address, @content) WHERE id = @id`,
  ),
});
