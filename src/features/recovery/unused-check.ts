import type { Db } from '../../platform/sqlite/database.ts';

/** Tables with rows only where somebody used the node. */
const traces = [
  'contents',
  'partial_uploads',
  'content_keys',
  'receipts',
  'sealings',
  'intents',
  'blocked',
  'subscriptions',
  'collections',
  'api_tokens',
  'wallets',
  'sessions',
  'shares',
  "share_hosts WHERE way <> 'practice'",
  "users WHERE id <> 'owner' OR telegram_id IS NOT NULL",
];
const question = `SELECT ${traces.map((rows) => `NOT EXISTS (SELECT 1 FROM ${rows})`).join(' AND ')}`;

/**
 * Creates a function that returns whether the node is unused, apart from browsing and discovery; frequent calls are
 * cheap.
 */
export function createUnusedCheck(db: Db): () => boolean {
  const asked = db.prepare(question).pluck();
  return () => asked.get() === 1;
}
