import type { Db } from '../../platform/sqlite/database.ts';

/** Any row of these is something that a person did, or was given. */
const traces = [
  'contents',
  'partial_uploads',
  'content_keys',
  'receipts',
  'sealings',
  'intents',
  'blocked',
  'subscriptions',
  'api_tokens',
  'wallets',
  'sessions',
  'shares',
  "share_hosts WHERE way <> 'practice'",
  "users WHERE id <> 'owner' OR telegram_id IS NOT NULL",
];
const question = `SELECT ${traces.map((rows) => `NOT EXISTS (SELECT 1 FROM ${rows})`).join(' AND ')}`;

/** Tells whether nobody has used this node yet, but to look around and to meet others; it may be asked often. */
export function pristineIn(db: Db): () => boolean {
  const asked = db.prepare(question).pluck();
  return () => asked.get() === 1;
}
