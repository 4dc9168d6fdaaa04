import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { RecoveryRows } from '../../src/contract/recovery-file.ts';
import { RecoveryRepository } from '../../src/features/recovery/recovery-repository.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

/** Columns that a restore leaves to their defaults, by table: what the node counts or learns again. */
const leftOut: Record<string, string[]> = {
  // Restored as the cover, whose file the next delivery fetches.
  // Those of followed people are left out; they return with what one follows.
  collections: ['number', 'wanted_cover', 'owner', 'edition_of', 'manifest', 'published_at', 'deleted_at'],
  // Details of a content that is no longer stored; only its name is kept.
  collection_entries: ['number', 'size', 'content_type'],
  collection_manifests: ['number'],
  content_keys: [],
  receipts: [],
  // Of the running encryption.
  sealings: ['asked_at', 'job', 'job_at'],
  peers: [
    ...['offered_key', 'version', 'capabilities', 'metrics', 'compatibility', 'warning', 'verified_at'],
    ...['last_contact', 'latency_ms', 'failures', 'next_attempt', 'failure_code', 'failure_message'],
    ...['failure_at', 'failure_remedy', 'failure_reported_by'],
  ],
  blocked: [],
  subscriptions: ['ended', 'matches', 'kept', 'kept_bytes'],
  api_tokens: ['last_used_at'],
  // The row of the owner exists in every database.
  users: ['id', 'created_at', 'unproven_wallet'],
  wallets: [],
  share_hosts: ['message'],
};

it('restores every column of its tables, except those named here', () => {
  const db = openTestDatabase(join(temporaryFolder(), 'alcove.db'));
  const prepare = vi.spyOn(db, 'prepare');
  const none = new Proxy({}, { get: () => [] }) as RecoveryRows;
  expect(new RecoveryRepository(db).write(none)).toBe(true);
  const written = new Map<string, Set<string>>();
  for (const [text] of prepare.mock.calls) {
    const [, table = '', columns = ''] = /^(?:INSERT INTO|UPDATE) (\w+) (?:\(|SET )([^)]*)/.exec(text) ?? [];
    const names = columns.split(',').map((column) => column.trim().split(' ')[0] ?? '');
    written.set(table, new Set([...(written.get(table) ?? []), ...names]));
  }
  prepare.mockRestore();
  const columnsOf = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
  const missing = [...written].map(([table, names]) => [
    table,
    columnsOf.all(table).filter((column) => !names.has(column)),
  ]);
  expect(Object.fromEntries(missing)).toEqual(leftOut);
  db.close();
});
