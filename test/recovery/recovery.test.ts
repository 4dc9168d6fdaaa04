import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addRecoveryCommands } from '../../src/cli/commands/recovery-commands.ts';
import type {
  RecoveryCheck,
  RecoveryState,
  RecoveryTally,
} from '../../src/contract/dashboard-api/administration/recovery.ts';
import { settingsState, settingValues } from '../../src/contract/dashboard-api/administration/settings.ts';
import { maxRecoveryFileBytes, type RecoveryDocument } from '../../src/contract/recovery-file.ts';
import { systemClock } from '../../src/core/clock.ts';
import { FileSecretStore } from '../../src/core/data-folder/secrets.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { SecretBox } from '../../src/crypto/secret-box.ts';
import { decryptRecovery, readRecoveryDocument } from '../../src/features/recovery/recovery-file.ts';
import { RecoveryRepository } from '../../src/features/recovery/recovery-repository.ts';
import { restoreDocument, restoreRecovery } from '../../src/features/recovery/recovery-restore.ts';
import { type CommandResult, runAlcove } from '../support/node/run-alcove.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { lightRecovery, recoveryOf } from '../support/recovery-files.ts';
import { smallDisk } from '../support/small-disk.ts';

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
  runHere(word, file, '--data-dir', folder, '--passphrase-file', passphraseFile, ...more);

/** Runs `alcove recovery …` like `runAlcove`, but without a process of its own. */
async function runHere(...args: string[]): Promise<CommandResult> {
  const program = new Command();
  addRecoveryCommands(program);
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  let stderr = '';
  await program.parseAsync(['recovery', ...args], { from: 'user' }).catch((error: unknown) => {
    stderr = String(error);
    process.exitCode = 1;
  });
  const result = { code: Number(process.exitCode ?? 0), stdout: written.mock.calls.join(''), stderr };
  written.mockRestore();
  process.exitCode = undefined;
  return result;
}

const countsOf = (tallies: RecoveryTally[], kind: 'in_file' | 'lacking') =>
  Object.fromEntries(tallies.filter((one) => one[kind] > 0).map((one) => [one.section, one[kind]]));

/** A stopped node with data of every kind. */
function fillDatabase(folder: string): void {
  const db = openTestDatabase(join(folder, 'alcove.db'));
  const bytes = (digit: string) => Buffer.from(digit.repeat(64), 'hex');
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values);
  const restrict = (registered: number | null, ...hashes: unknown[]) =>
    run(
      `INSERT INTO sealings (plain_sha256, sealed_sha256, user, was_published, begun_at, registered_at)
       VALUES (?, ?, 'owner', 1, 5, ${registered})`,
      ...hashes,
    );
  restrict(6, bytes('1'), bytes('2'));
  restrict(null, bytes('3'), null);
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
  const columns = 'id, kind, title, description, artists, cover, created_at, updated_at';
  run(
    `INSERT INTO collections (${columns}) VALUES ('inner', 'album', 'B', 'd', '["Ada"]', ?, 15, 16)`,
    bytes('8'),
  );
  run(`INSERT INTO collections (${columns}) VALUES ('outer', 'folder', 'A', '', '[]', NULL, 15, 16)`);
  run(
    'INSERT INTO collection_entries (collection, position, sha256, name) VALUES (1, 9, ?, ?)',
    bytes('9'),
    'z\n[',
  );
  run(
    'INSERT INTO collection_entries (collection, position, sha256, name) VALUES (1, 3, ?, ?)',
    bytes('a'),
    'a',
  );
  run('INSERT INTO collection_manifests (collection, manifest) VALUES (1, ?)', bytes('1'));
  run('INSERT INTO collection_manifests (collection, manifest) VALUES (1, ?)', bytes('3'));
  run('INSERT INTO collection_entries (collection, position, child) VALUES (2, 1, 1)');
  db.close();
}

const rowsIn = (folder: string) => {
  const db = openTestDatabase(join(folder, 'alcove.db'));
  try {
    return new RecoveryRepository(db).read();
  } finally {
    db.close();
  }
};

/** One node with data of every kind, and its recovery file: a passphrase takes a second to use. */
const disk = smallDisk(4);
const lost = temporaryFolder();
let made: { words: string[]; token: string; publicKey: string; rows: unknown };
let madeFile: Buffer;
let document: RecoveryDocument;

const wordsOf = async ({ askLocal }: TestNode): Promise<string[]> =>
  ((await (await askLocal('/local/chain/mnemonic', { method: 'POST' })).json()) as { words: string[] }).words;

beforeAll(async () => {
  const folder = join(lost, 'data');
  const node = await startTestNode({ dataDir: folder });
  const token = await node.token('storage:write', 'content:read');
  const words = await wordsOf(node);
  await node.askLocal('/local/settings', { method: 'PATCH', ...json({ network: { paused: true } }) });
  await node.stop();
  fillDatabase(folder);
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({
      storage: { folder: '/mnt/lost', copies_bytes: 0 },
      http: { requests_per_minute: 500 },
      sign_in: { wallets_file: '/mnt/lost/wallets.json' },
      node: { listen: '192.0.2.7' },
    }),
  );
  const path = join(lost, 'node.recovery');
  const phrase = join(lost, 'passphrase');
  writeFileSync(phrase, `${passphrase}\n`);
  const create = ['recovery', 'create', path, '--data-dir', folder, '--passphrase-file', phrase];
  expect(await runAlcove(...create)).toMatchObject({ code: 0, stderr: '' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  madeFile = readFileSync(path);
  expect(await runHere(...create.slice(1))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists'),
  });
  expect(readFileSync(path)).toEqual(madeFile);
  made = { words, token, publicKey: node.node.publicKey, rows: rowsIn(folder) };
  document = await decryptRecovery(madeFile, passphrase);
});
afterAll(() => rmSync(lost, { recursive: true, force: true }));

it('opens files of versions without collections', () => {
  const { collections: _, ...earlier } = document.rows;
  const read = readRecoveryDocument(Buffer.from(JSON.stringify({ ...document, rows: earlier })));
  expect(read).toEqual({ ...document, rows: { ...document.rows, collections: [] } });
});

it('restores identity, wallet, settings, tokens and the node’s data on another computer', async () => {
  const { publicKey, words, token, rows } = made;
  writeFileSync(file, madeFile);
  const done = await runAlcove(
    ...['recovery', 'restore', file, '--data-dir', restored],
    ...['--passphrase-file', passphraseFile, '--json'],
  );
  expect(done.stderr).toBe('');
  expect(JSON.parse(done.stdout)).toMatchObject({
    public_key: publicKey,
    former_storage_folder: '/mnt/lost',
    settings_left_out: ['sign_in.wallets_file', 'node.listen'],
    restored: {
      encryptions: 1,
      blocked: 1,
      subscriptions: 1,
      wallets: 1,
      share_hosts: 1,
      owner: 1,
      peers: 2,
      api_tokens: 1,
      collections: 2,
    },
  });
  expect(rowsIn(restored)).toEqual(rows);
  expect(document.rows.collections.map(({ entries }) => entries)).toEqual([
    [`${'a'.repeat(64)} a`, `${'9'.repeat(64)} z\n[`],
    ['>inner'],
  ]);
  // The one that was never registered is left out.
  expect(document.rows.collections.map(({ sold }) => sold)).toEqual([['1'.repeat(64)], []]);
  expect(document.rows).toEqual(rows);
  expect(JSON.parse(readFileSync(join(restored, 'settings.json'), 'utf8'))).toEqual({
    storage: { copies_bytes: 0 },
    http: { requests_per_minute: 500 },
  });
  const open = readdirSync(restored, { recursive: true, withFileTypes: true })
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mode & 0o077)
    .filter((mode) => mode !== 0);
  expect(open).toEqual([]);
  const second = await begin(restored);
  expect(second.node.publicKey).toBe(publicKey);
  expect(document.node.wallet_words).toEqual(words);
  expect(await wordsOf(second)).toEqual(words);
  expect(
    settingValues(settingsState.parse(await (await second.askLocal('/local/settings')).json())),
  ).toMatchObject({
    network: { paused: true },
  });
  expect((await second.client(token).storage.upload(Buffer.from('Here again.'))) as object).toHaveProperty(
    'content_id',
  );
});

describe('a test of a recovery file', () => {
  it('beside the running node reports later changes', async () => {
    const node = await begin();
    await node.token('content:read');
    const secret = new FileSecretStore(dataDir).load() as Buffer;
    const rows = rowsIn(dataDir) as RecoveryDocument['rows'];
    writeFileSync(file, await lightRecovery({ ...recoveryOf(secret), rows }, passphrase));
    await node.token('content:read');
    const { stdout } = await recovery('check', dataDir, '--json');
    const check = JSON.parse(stdout) as RecoveryCheck;
    expect(check).toMatchObject({ public_key: node.node.publicKey, problems: [] });
    expect(countsOf(check.tallies, 'in_file')).toEqual({ api_tokens: 1 });
    expect(countsOf(check.tallies, 'lacking')).toEqual({ api_tokens: 1 });
    expect((await recovery('check', dataDir)).stdout).toContain('  1 API tokens\nCreate a new file');

    // On the machine where it would be restored, and beside another node.
    expect(await recovery('check', restored)).toMatchObject({ code: 0 });
    expect(existsSync(restored)).toBe(false);
    await end();
    await begin(restored);
    const foreign = await recovery('check', restored);
    expect(foreign).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The file belongs to another node'),
    });
  });
});

it('creates and tests a recovery file in the dashboard, which shows its date and what it does not contain', async () => {
  const node = await begin();
  const state = async () => (await (await node.askLocal('/local/recovery')).json()) as RecoveryState;
  expect(await state()).toEqual({ made_at: null, checked_at: null, checked_made_at: null, tallies: [] });
  const post = (path: string, body: object) => node.askLocal(path, { method: 'POST', ...json(body) });
  const words = (await (await post('/local/recovery/passphrase', {})).json()) as { passphrase: string };
  expect((await post('/local/recovery', { passphrase: 'short' })).status).toBe(400);
  const response = await post('/local/recovery', words);
  expect(response.headers.get('content-disposition')).toContain('attachment');
  const bytes = Buffer.from(await response.arrayBuffer());
  const { made_at: madeAt, ...rest } = await state();
  expect(Date.parse(madeAt ?? '')).toBeLessThanOrEqual(Date.now());
  expect(rest).toMatchObject({ checked_at: null });

  await post('/local/blocked', { content_id: 'a'.repeat(64), reason: 'A complaint' });
  expect(countsOf((await state()).tallies, 'lacking')).toEqual({ blocked: 1 });
  const check = { ...words, file: bytes.toString('base64') };
  const other = (await lightRecovery(document, passphrase)).toString('base64');
  const wrong = await post('/local/recovery/check', { file: other, passphrase: 'other words' });
  expect(await wrong.json()).toMatchObject({ status: 400, detail: expect.stringContaining('doesn’t open') });
  expect((await state()).checked_at).toBeNull();
  const checked = await post('/local/recovery/check', check);
  expect(await checked.json()).toMatchObject({ problems: [], made_at: madeAt });
  expect(await state()).toMatchObject({
    checked_at: expect.any(String),
    checked_made_at: madeAt,
  });
});

describe('is refused with a message, and leaves no files', () => {
  const restoreNow = (bytes: Uint8Array, phrase = passphrase) =>
    restoreRecovery({ file: bytes, passphrase: phrase, dataDir: restored }, systemClock);
  const nothingStays = () => expect(existsSync(restored) ? readdirSync(restored) : []).toEqual([]);

  it('with a wrong passphrase, a damaged file, or another one', async () => {
    const bytes = await lightRecovery(document, passphrase);
    await expect(restoreNow(bytes, passphrase.toUpperCase())).rejects.toThrow('doesn’t open the file');
    await expect(restoreNow(bytes.subarray(0, -1))).rejects.toThrow('is damaged');
    await expect(restoreNow(bytes.subarray(0, 50))).rejects.toThrow('is damaged');
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(400) ^ 1, 400);
    await expect(restoreNow(altered)).rejects.toThrow('is damaged');
    await expect(restoreNow(Buffer.from('No recovery file'))).rejects.toThrow('Not a recovery file');
    nothingStays();
    // Another keyboard composes the same letters.
    expect((await restoreNow(bytes, passphrase.normalize('NFD'))).publicKey).toBeTypeOf('string');
  });

  it('when the folder is not empty, which is unchanged', async () => {
    writeFileSync(file, await lightRecovery(document, passphrase));
    mkdirSync(restored, { mode: 0o755 });
    writeFileSync(join(restored, 'mine'), 'A note.');
    expect(await recovery('restore', restored)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('isn’t empty'),
    });
    expect(readdirSync(restored)).toEqual(['mine']);
    expect(statSync(restored).mode & 0o777).toBe(0o755);
  });

  it('when it was forged by somebody who knows the passphrase', async () => {
    const real = document;
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
    const secretBox = new SecretBox(Buffer.from(real.node.secret, 'base64'), 'content-key');
    const otherKey = secretBox.encrypt(AgeIdentity.generate().secretKey()).toString('hex');
    const changes: [unknown, string][] = [
      [{ ...real, alcove_recovery: 2 }, 'doesn’t know the data'],
      [{ ...real, files: { '../../planted': 'x' } }, 'doesn’t know the data'],
      [
        { ...real, rows: { ...real.rows, api_tokens: [{ ...token, scopes: 'everything' }] } },
        'doesn’t know the data',
      ],
      [{ ...real, rows: { ...real.rows, api_tokens: [token, token] } }, 'contradict each other'],
      [{ ...real, rows: { ...real.rows, content_keys: [badKey] } }, 'don’t open: 1'],
      [{ ...real, rows: { ...real.rows, content_keys: [{ ...badKey, key: otherKey }] } }, 'don’t open: 1'],
      [
        { ...real, node: { ...real.node, secret: Buffer.alloc(32).toString('base64') } },
        'doesn’t belong to the node',
      ],
      ['[]', 'doesn’t know the data'],
      [{ ...real, alcove_recovery: 2, alcove_version: '7.1.0' }, 'Version 7.1.0 made the file'],
      [{ ...real, alcove_version: '</b> run this', rows: {} }, 'If a newer version made the file'],
      [
        { ...real, settings: { ...real.settings, file: { node: { port: { deep: 1 } } } } },
        'doesn’t know the data',
      ],
    ];
    for (const [changed, words] of changes) {
      await expect(take(changed)).rejects.toThrow(words);
      nothingStays();
    }
  });

  it.skipIf(disk.missing)('when the disk is full', async () => {
    const folder = join(disk.path, 'data');
    const full = join(disk.path, 'full');
    writeFileSync(full, '');
    for (const size of [65_536, 512]) {
      try {
        for (;;) appendFileSync(full, Buffer.alloc(size));
      } catch {}
    }
    // Enough for the lock, and for the start of a database.
    truncateSync(full, statSync(full).size - 200 * 1024);
    await expect(restoreDocument(document, folder, systemClock)).rejects.toThrow('Free some space');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    rmSync(full);
    expect((await restoreDocument(document, folder, systemClock)).publicKey).toBe(document.node.public_key);
  });

  it('when it would exhaust memory, before it can', async () => {
    const costly = lightRecovery(document, passphrase, 21);
    await expect(restoreNow(await costly)).rejects.toThrow('takes too long');
    const rows = `{"content_keys":[${'{},'.repeat(900_000)}{}]}`;
    const nested = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    for (const text of [
      '['.repeat(5_000_000),
      `{"settings":{},"rows":${rows}}`,
      `{"settings":${nested},"rows":{}}`,
      `{"settings":{"file":{"x":"${'x'.repeat(2_000_000)}"}},"rows":{}}`,
    ]) {
      expect(() => readRecoveryDocument(Buffer.from(text))).toThrow('doesn’t know the data');
    }
    const tooMany = Buffer.alloc(maxRecoveryFileBytes + 1);
    await expect(restoreNow(tooMany)).rejects.toThrow('too large');
    nothingStays();
  });

  it('without a passphrase that protects it', async () => {
    const folder = join(lost, 'data');
    writeFileSync(passphraseFile, 'eleven char');
    expect(await recovery('create', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('fewer than 12 characters'),
    });
    expect(existsSync(file)).toBe(false);
    expect(await runHere('create', file, '--data-dir', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--passphrase-file'),
    });
    const { stdout } = await runHere('create', file, '--generate', '--data-dir', folder, '--json');
    const { passphrase: generated } = JSON.parse(stdout) as { passphrase: string };
    expect(generated).toMatch(/^([a-z]+ ){7}[a-z]+$/);
    await decryptRecovery(readFileSync(file), generated);
  });
});
