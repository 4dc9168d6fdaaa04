import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  RecoveryCheck,
  RecoveryDocument,
  RecoveryState,
  RecoveryTally,
} from '../../src/contract/recovery.ts';
import { AgeIdentity } from '../../src/core/age/x25519.ts';
import { systemClock } from '../../src/core/clock.ts';
import { SecretSeal } from '../../src/core/secret-seal.ts';
import { openDatabase } from '../../src/db/open.ts';
import { RecoveryRepository } from '../../src/db/recovery-rows.ts';
import { openRecovery, readRecoveryDocument } from '../../src/recovery-file.ts';
import { restoreDocument, restoreRecovery } from '../../src/recovery-restore.ts';
import { runAlcove } from '../run-alcove.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../start-test-node.ts';

const passphrase = 'nine ravens over Łódź';
let root: string;
let dataDir: string;
let restored: string;
let file: string;
let passphraseFile: string;
let running: TestNode | undefined;

beforeEach(() => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  restored = join(root, 'restored');
  file = join(root, 'node.recovery');
  passphraseFile = join(root, 'passphrase');
  writeFileSync(passphraseFile, `${passphrase}\n`);
});
afterEach(async () => {
  await end();
  rmSync(root, { recursive: true, force: true });
});

async function begin(folder = dataDir): Promise<TestNode> {
  running = await startTestNode({ dataDir: folder });
  return running;
}

async function end(): Promise<void> {
  await running?.stop();
  running = undefined;
}

const recovery = (word: string, folder: string, ...more: string[]) =>
  runAlcove('recovery', word, file, '--data-dir', folder, '--passphrase-file', passphraseFile, ...more);

const document = async (): Promise<RecoveryDocument> => openRecovery(readFileSync(file), passphrase);
const countsOf = (tallies: RecoveryTally[], kind: 'in_file' | 'lacking') =>
  Object.fromEntries(tallies.filter((one) => one[kind] > 0).map((one) => [one.section, one[kind]]));

/** A node at rest that knows a bit of everything. */
function fillDatabase(): void {
  const db = openDatabase(join(dataDir, 'alcove.db'));
  const bytes = (digit: string) => Buffer.from(digit.repeat(64), 'hex');
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values);
  run("INSERT INTO sealings VALUES (?, 'owner', 1, 5, ?, 6)", bytes('1'), bytes('2'));
  run("INSERT INTO sealings VALUES (?, 'owner', 1, 5, NULL, NULL)", bytes('3'));
  run("INSERT INTO blocked VALUES (?, 'A complaint', 7)", bytes('4'));
  run(
    `INSERT INTO subscriptions (id, kind, value, fact, created_at) VALUES ('s', 'hashtag', 'jazz', '#jazz', 8)`,
  );
  run("INSERT INTO wallets VALUES ('owner', ?, 'v5R1', 1, 9, 10)", `0:${'5'.repeat(64)}`);
  run('UPDATE users SET telegram_id = 77, selected_wallet = ?', `0:${'5'.repeat(64)}`);
  run("INSERT INTO share_hosts VALUES ('https://a.example', 'token', ?, 11, NULL)", bytes('6'));
  run("INSERT INTO share_hosts VALUES ('http://127.0.0.1:1', 'practice', ?, 11, NULL)", bytes('7'));
  run("INSERT INTO peers (host, source, added_at) VALUES ('https://gone.example', 'removed', 12)");
  run("INSERT INTO peers (host, source, added_at) VALUES ('https://heard.example', 'learned', 12)");
  run(
    `INSERT INTO peers (host, source, added_at, public_key, verified_at) VALUES ('https://a.example', 'named', 13, ?, 14)`,
    '6i7Fp2qtkzXDNvJ8S1nQvqFK8MQGbiDRqRDLp8wY4eRN',
  );
  db.close();
}

const rowsIn = (folder: string) => {
  const db = openDatabase(join(folder, 'alcove.db'));
  try {
    return new RecoveryRepository(db).read();
  } finally {
    db.close();
  }
};

it('brings identity, wallet, settings, tokens and all that the node knew to another machine', async () => {
  const first = await begin();
  const token = await first.token('storage:write', 'content:read');
  const { publicKey } = first.node;
  const wordsOf = async (one: TestNode) =>
    (
      (await (await one.askLocal('/local/chain/recovery-words', { method: 'POST' })).json()) as {
        words: string[];
      }
    ).words;
  const words = await wordsOf(first);
  await first.askLocal('/local/settings', { method: 'PATCH', ...json({ network: { paused: true } }) });
  await end();
  fillDatabase();
  writeFileSync(
    join(dataDir, 'settings.json'),
    JSON.stringify({ storage: { folder: '/mnt/lost', copies_bytes: 0 }, http: { requests_per_minute: 500 } }),
  );
  expect(await recovery('create', dataDir)).toMatchObject({ code: 0, stderr: '' });
  const before = rowsIn(dataDir);
  const { node, rows } = await document();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(dataDir, { recursive: true });

  const done = await recovery('restore', restored, '--json');
  expect(done.stderr).toBe('');
  expect(JSON.parse(done.stdout)).toMatchObject({
    public_key: publicKey,
    former_storage_folder: '/mnt/lost',
    restored: {
      sealings: 1,
      blocked: 1,
      subscriptions: 1,
      wallets: 1,
      share_hosts: 1,
      peers: 2,
      api_tokens: 1,
    },
  });
  expect(rowsIn(restored)).toEqual(before);
  expect(rows).toEqual(before);
  expect(JSON.parse(readFileSync(join(restored, 'settings.json'), 'utf8'))).toEqual({
    storage: { copies_bytes: 0 },
    http: { requests_per_minute: 500 },
  });
  const second = await begin(restored);
  expect(second.node.publicKey).toBe(publicKey);
  expect(node.wallet_words).toEqual(words);
  expect(await wordsOf(second)).toEqual(words);
  expect(await (await second.askLocal('/local/settings')).json()).toMatchObject({
    network: { paused: true },
  });
  expect((await second.client(token).storage.upload(Buffer.from('Here again.'))) as object).toHaveProperty(
    'content_id',
  );
}, 60_000);

describe('a rehearsal', () => {
  it('beside the running node says what is new since', async () => {
    const node = await begin();
    await node.token('content:read');
    expect(await recovery('create', dataDir)).toMatchObject({ code: 0 });
    await node.token('content:read');
    const { stdout } = await recovery('check', dataDir, '--json');
    const check = JSON.parse(stdout) as RecoveryCheck;
    expect(check).toMatchObject({ public_key: node.node.publicKey, problems: [] });
    expect(countsOf(check.tallies, 'in_file')).toEqual({ api_tokens: 1, owner: 1 });
    expect(countsOf(check.tallies, 'lacking')).toEqual({ api_tokens: 1 });
    expect((await recovery('check', dataDir)).stdout).toContain('  1 API tokens\nMake a new one');

    // On the machine where it would be restored, and beside another node.
    expect(await recovery('check', restored)).toMatchObject({ code: 0 });
    expect(existsSync(restored)).toBe(false);
    expect(await runAlcove('token', 'create', '--data-dir', restored)).toMatchObject({ code: 0 });
    const foreign = await recovery('check', restored);
    expect(foreign).toMatchObject({ code: 1, stdout: expect.stringContaining('It is of another node') });
  }, 60_000);
});

it('is made and rehearsed with in the dashboard, which tells when, and what is not in it', async () => {
  const node = await begin();
  const state = async () => (await (await node.askLocal('/local/recovery')).json()) as RecoveryState;
  expect(await state()).toEqual({ made_at: null, checked_at: null, checked_made_at: null, tallies: [] });
  const post = (path: string, body: object) => node.askLocal(path, { method: 'POST', ...json(body) });
  const words = (await (await post('/local/recovery/passphrase', {})).json()) as { passphrase: string };
  expect((await post('/local/recovery', { passphrase: 'short' })).status).toBe(400);
  const made = await post('/local/recovery', words);
  expect(made.headers.get('content-disposition')).toContain('attachment');
  const bytes = Buffer.from(await made.arrayBuffer());
  const { made_at: madeAt, ...rest } = await state();
  expect(Date.parse(madeAt ?? '')).toBeLessThanOrEqual(Date.now());
  expect(rest).toMatchObject({ checked_at: null });

  await post('/local/blocked', { content_id: 'a'.repeat(64), reason: 'A complaint' });
  expect(countsOf((await state()).tallies, 'lacking')).toEqual({ blocked: 1 });
  const check = { ...words, file: bytes.toString('base64') };
  const wrong = await post('/local/recovery/check', { ...check, passphrase: 'other words' });
  expect(await wrong.json()).toMatchObject({ status: 400, detail: expect.stringContaining('does not open') });
  expect((await state()).checked_at).toBeNull();
  const checked = await post('/local/recovery/check', check);
  expect(await checked.json()).toMatchObject({ problems: [], made_at: madeAt });
  expect(await state()).toMatchObject({
    checked_at: expect.any(String),
    checked_made_at: madeAt,
  });
}, 60_000);

describe('is refused in words, and leaves nothing', () => {
  const restoreNow = (bytes: Uint8Array, phrase = passphrase) =>
    restoreRecovery({ file: bytes, passphrase: phrase, dataDir: restored }, systemClock);
  const make = async () => {
    expect(await runAlcove('token', 'create', '--data-dir', dataDir)).toMatchObject({ code: 0 });
    expect(await recovery('create', dataDir)).toMatchObject({ code: 0 });
    return readFileSync(file);
  };
  const nothingStays = () => expect(existsSync(restored) ? readdirSync(restored) : []).toEqual([]);

  it('with a wrong passphrase, a damaged file, or another one', async () => {
    const bytes = await make();
    await expect(restoreNow(bytes, passphrase.toUpperCase())).rejects.toThrow('does not open the file');
    await expect(restoreNow(bytes.subarray(0, -1))).rejects.toThrow('is damaged');
    await expect(restoreNow(bytes.subarray(0, 50))).rejects.toThrow('is damaged');
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(400) ^ 1, 400);
    await expect(restoreNow(altered)).rejects.toThrow('is damaged');
    await expect(restoreNow(Buffer.from('No recovery file'))).rejects.toThrow('not a recovery file');
    nothingStays();
    // Another keyboard composes the same letters.
    expect((await restoreNow(bytes, passphrase.normalize('NFD'))).publicKey).toBeTypeOf('string');
  }, 60_000);

  it('when the folder holds a node, or the file is there', async () => {
    const bytes = await make();
    expect(await recovery('create', dataDir)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already'),
    });
    expect(readFileSync(file)).toEqual(bytes);
    mkdirSync(restored);
    writeFileSync(join(restored, 'mine'), 'A note.');
    expect(await recovery('restore', restored)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty'),
    });
    expect(readdirSync(restored)).toEqual(['mine']);
  }, 60_000);

  it('when somebody who knows the passphrase has made it up', async () => {
    await make();
    const real = await document();
    const take = async (changed: unknown) =>
      restoreDocument(readRecoveryDocument(Buffer.from(JSON.stringify(changed))), restored, systemClock);
    const [token] = real.rows.api_tokens;
    const key = {
      sealed_sha256: '1'.repeat(64),
      plain_sha256: null,
      plain_size: 1,
      content_type: 'audio/mpeg',
    };
    const badKey = { ...key, key: '00', key_hash: '2'.repeat(64), origin: 'delivery', created_at: 1 };
    // Of this node, but not the key that the chain names.
    const seal = new SecretSeal(Buffer.from(real.node.secret, 'base64'), 'content-key');
    const otherKey = seal.seal(AgeIdentity.generate().secretKey()).toString('hex');
    const changes: [unknown, string][] = [
      [{ ...real, alcove_recovery: 2 }, 'none that this version'],
      [{ ...real, files: { '../../planted': 'x' } }, 'none that this version'],
      [
        { ...real, rows: { ...real.rows, api_tokens: [{ ...token, scopes: 'everything' }] } },
        'none that this',
      ],
      [{ ...real, rows: { ...real.rows, api_tokens: [token, token] } }, 'contradicts itself'],
      [{ ...real, rows: { ...real.rows, content_keys: [badKey] } }, 'do not open: 1'],
      [{ ...real, rows: { ...real.rows, content_keys: [{ ...badKey, key: otherKey }] } }, 'do not open: 1'],
      [
        { ...real, node: { ...real.node, secret: Buffer.alloc(32).toString('base64') } },
        'not that of the node',
      ],
      ['[]', 'none that this version'],
    ];
    for (const [changed, words] of changes) {
      await expect(take(changed)).rejects.toThrow(words);
      nothingStays();
    }
  }, 60_000);

  it('without a passphrase that protects it', async () => {
    expect(await runAlcove('token', 'create', '--data-dir', dataDir)).toMatchObject({ code: 0 });
    writeFileSync(passphraseFile, 'eleven char');
    expect(await recovery('create', dataDir)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('fewer than 12 characters'),
    });
    expect(existsSync(file)).toBe(false);
    expect(await runAlcove('recovery', 'create', file, '--data-dir', dataDir)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--passphrase-file'),
    });
    const { stdout } = await runAlcove(
      'recovery',
      'create',
      file,
      '--generate',
      '--data-dir',
      dataDir,
      '--json',
    );
    const { passphrase: generated } = JSON.parse(stdout) as { passphrase: string };
    expect(generated).toMatch(/^([a-z]+ ){7}[a-z]+$/);
    await openRecovery(readFileSync(file), generated);
  }, 60_000);
});
