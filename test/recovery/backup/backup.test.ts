import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createAlcoveClient } from '@alcove/client';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { controlClient } from '../../../src/cli/control-client.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { type BackupOptions, backUp } from '../../../src/features/recovery/backup/backup.ts';
import { restore } from '../../../src/features/recovery/backup/restore-backup.ts';
import { alcoveCli, runAlcove, serveNode } from '../../support/node/run-alcove.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../../support/node/start-test-node.ts';
import { otherDisk } from '../../support/other-disk.ts';
import { longIt } from '../../support/random-runs.ts';
import { smallDisk } from '../../support/small-disk.ts';

let root: string;
let dataDir: string;
let backup: string;
let restored: string;
let running: TestNode | undefined;

beforeEach(() => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  backup = join(root, 'backup');
  restored = join(root, 'restored');
});
afterEach(async () => {
  await end();
  rmSync(root, { recursive: true, force: true });
});

const begin = async (folder = dataDir): Promise<TestNode> => {
  running = await startTestNode({ dataDir: folder });
  return running;
};

async function end(): Promise<void> {
  await running?.stop();
  running = undefined;
}

interface Stored {
  content_id: string;
  content_sha256: string;
}

async function store(node: TestNode, text: string): Promise<Stored> {
  const response = await node.client(await node.token('storage:write')).storage.upload(Buffer.from(text));
  return response as Stored;
}

const read = async (
  node: TestNode,
  { content_id: id }: Stored,
): Promise<{ status: number; text: string }> => {
  const response = await node.ask(`/api/v1/storage/${id}`);
  return { status: response.status, text: await response.text() };
};

const block = async (content: Stored): Promise<void> => {
  await controlClient(dataDir).block({ content_id: content.content_id, reason: '' });
};

const fileOf = (folder: string, { content_sha256: hex }: Stored): string =>
  join(folder, 'blobs', hex.slice(0, 2), hex);

const backUpNow = (folder = backup, more: Partial<BackupOptions> = {}) =>
  backUp({
    dataDir,
    folder,
    verify: false,
    onProgress: () => {},
    clock: systemClock,
    ...more,
  });

const restoreNow = (from = backup, to = restored) =>
  restore({ folder: from, dataDir: to, onProgress: () => {} });

const blockAtOnce = (id: string) =>
  execFileSync(process.execPath, [alcoveCli, 'block', id, '--data-dir', dataDir], { stdio: 'ignore' });

/** The same as commands. */
const command = async (...args: string[]) => {
  const { code, stdout, stderr } = await runAlcove(...args);
  return { code, stdout, stderr, report: args.includes('--json') ? JSON.parse(stdout) : undefined };
};

/** Replaces an empty file by one whose first read fails with EIO, as a bad sector does. */
function makeUnreadable(path: string): void {
  rmSync(path);
  symlinkSync('/proc/self/mem', path);
}
const onLinux = it.runIf(process.platform === 'linux');

describe('a backup of a running node', () => {
  it('restores the same node: key, contents, tokens, settings', async () => {
    const node = await begin();
    const token = await node.token('storage:write');
    const song = await store(node, 'a song');
    const key = node.node.publicKey;
    writeFileSync(join(dataDir, 'settings.json'), '{"storage":{"quota_bytes":1000000000}}');
    expect(await command('backup', backup, '--data-dir', dataDir, '--json')).toMatchObject({
      code: 0,
      report: { public_key: key, contents: 1, content_bytes: 6, lacking: [], key_in_key_store: false },
    });
    await end();
    expect(await command('restore', backup, '--data-dir', restored, '--json')).toMatchObject({
      code: 0,
      report: { public_key: key, restored: 1, lacking: [] },
    });
    const again = await begin(restored);
    expect(again.node.publicKey).toBe(key);
    expect(await read(again, song)).toEqual({ status: 200, text: 'a song' });
    const { already_stored: known } = await again.client(token).storage.upload(Buffer.from('a song'));
    expect(known).toBe(true);
    expect(readFileSync(join(restored, 'settings.json'), 'utf8')).toContain('quota_bytes');
  });

  it('copies only new files, and removes those that the node no longer has', async () => {
    const node = await begin();
    const kept = await store(node, 'kept');
    const gone = await store(node, 'gone');
    expect(await backUpNow()).toMatchObject({ manifest: { contents: 2 }, removed: 0 });
    const before = statSync(fileOf(backup, kept)).ino;
    const added = await store(node, 'added');
    await block(gone);
    const report = await backUpNow();
    expect(report).toMatchObject({ manifest: { contents: 2 }, removed: 1 });
    expect(report.copied + report.linked).toBe(1);
    expect(existsSync(fileOf(backup, gone))).toBe(false);
    expect(existsSync(fileOf(backup, added))).toBe(true);
    expect(statSync(fileOf(backup, kept)).ino).toBe(before);
    expect(readdirSync(backup).filter((name) => name.startsWith('state-'))).toHaveLength(1);
  });

  longIt('is consistent, though contents are added and removed meanwhile', async () => {
    const serving = await serveNode(dataDir);
    try {
      const { token } = (await command('token', 'create', '--data-dir', dataDir, '--json')).report;
      const client = createAlcoveClient({ url: serving.ready.node_url, token });
      const song = await client.storage.upload(Buffer.from('a song'));
      await client.storage.upload(Buffer.from('another'));
      let checks = 0;
      const { manifest } = await backUpNow(backup, {
        // First called when the database is copied and no file is.
        onProgress: () => {
          checks += 1;
          if (checks === 1) blockAtOnce(song.content_id);
        },
      });
      expect(manifest).toMatchObject({ contents: 1, lacking: [] });
      expect(await restoreNow()).toMatchObject({ restored: 1, lacking: [] });
    } finally {
      await serving.end();
    }
  });

  it('is readable for its owner only, and lists its contents', async () => {
    await store(await begin(), 'a song');
    const { stdout } = await runAlcove('backup', backup, '--data-dir', dataDir);
    expect(stdout).toContain('The backup contains the node’s key');
    expect(stdout).toContain('on the same disk as the node');
    const secret = readFileSync(join(dataDir, 'secrets', 'node-secret'), 'utf8').trim();
    expect(stdout).not.toContain(secret);
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    for (const entry of readdirSync(backup, { recursive: true, withFileTypes: true })) {
      expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077, entry.name).toBe(0);
    }
  });
});

describe('an interrupted backup', () => {
  const interrupted = () =>
    backUpNow(backup, {
      onProgress: ({ contentsDone }) => {
        if (contentsDone === 2) throw new Error('the plug was pulled');
      },
    });

  it('never counts as complete', async () => {
    const node = await begin();
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) await store(node, text);
    await expect(interrupted()).rejects.toThrow('the plug was pulled');
    await expect(restoreNow()).rejects.toThrow('never ended');
    expect(existsSync(restored)).toBe(false);
    await backUpNow();
    expect(await restoreNow()).toMatchObject({ restored: 6, lacking: [] });
  });

  it('keeps the one before intact', async () => {
    const node = await begin();
    const first = await store(node, 'the first');
    const { manifest: before } = await backUpNow();
    await block(first);
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) await store(node, text);
    await expect(interrupted()).rejects.toThrow('the plug was pulled');
    await end();
    expect(await restoreNow()).toMatchObject({ manifest: before, restored: 1, lacking: [] });
    expect(await read(await begin(restored), first)).toEqual({ status: 200, text: 'the first' });
  });
});

describe('a node that has lost a file', () => {
  it('keeps the intact one in its backup, and names the missing one', async () => {
    const node = await begin();
    const saved = await store(node, 'saved in time');
    await backUpNow();
    const lost = await store(node, 'lost before');
    await end();
    rmSync(fileOf(dataDir, lost));
    rmSync(fileOf(dataDir, saved));
    writeFileSync(fileOf(dataDir, saved), 'SAVED in time');
    const { code, report } = await command('backup', backup, '--data-dir', dataDir, '--json');
    expect(code).toBe(1);
    expect(report.lacking).toEqual([lost.content_id]);
    const back = await command('restore', backup, '--data-dir', restored, '--json');
    expect(back.code).toBe(1);
    expect(back.report.lacking).toEqual([{ content_id: lost.content_id, problem: 'missing' }]);
    expect(await read(await begin(restored), saved)).toEqual({ status: 200, text: 'saved in time' });
  });

  onLinux('counts a file that the disk cannot read as damaged, and backs up the others', async () => {
    const node = await begin();
    const good = await store(node, 'good');
    const bad = await store(node, '');
    await end();
    makeUnreadable(fileOf(dataDir, bad));
    const { manifest } = await backUpNow(backup, { verify: true });
    expect(manifest.lacking).toEqual([bad.content_id]);
    expect(existsSync(fileOf(backup, bad))).toBe(false);
    expect(readFileSync(fileOf(backup, good), 'utf8')).toBe('good');
  });

  it('finds damage in the backup with --verify, and repairs it', async () => {
    const song = await store(await begin(), 'a song');
    await backUpNow();
    rmSync(fileOf(backup, song));
    writeFileSync(fileOf(backup, song), 'A SONG');
    expect(await backUpNow()).toMatchObject({ copied: 0, linked: 0 });
    const { copied, linked } = await backUpNow(backup, { verify: true });
    expect(copied + linked).toBe(1);
    expect(readFileSync(fileOf(backup, song), 'utf8')).toBe('a song');
  });
});

describe('a damaged backup', () => {
  it('restores all but the damaged contents, and names them', async () => {
    const node = await begin();
    const good = await store(node, 'good');
    const bad = await store(node, 'wrong');
    await backUpNow();
    await end();
    rmSync(fileOf(backup, bad));
    writeFileSync(fileOf(backup, bad), 'WRONG');
    expect(await restoreNow()).toMatchObject({
      restored: 1,
      lacking: [{ content_id: bad.content_id, problem: 'damaged' }],
    });
    const again = await begin(restored);
    expect((await read(again, good)).text).toBe('good');
    expect((await read(again, bad)).status).not.toBe(200);
  });

  onLinux('restores all but the contents that the disk cannot read', async () => {
    const node = await begin();
    const good = await store(node, 'good');
    const bad = await store(node, '');
    await backUpNow();
    await end();
    makeUnreadable(fileOf(backup, bad));
    expect(await restoreNow()).toMatchObject({
      restored: 1,
      lacking: [{ content_id: bad.content_id, problem: 'damaged' }],
    });
    expect(existsSync(fileOf(restored, bad))).toBe(false);
    expect((await read(await begin(restored), good)).text).toBe('good');
  });

  it.each(['alcove.db', 'secrets/node-secret'])(
    'is refused as a whole when its %s is wrong',
    async (name) => {
      await store(await begin(), 'a song');
      await backUpNow();
      const state = readdirSync(backup).find((entry) => entry.startsWith('state-')) as string;
      const path = join(backup, state, name);
      const bytes = readFileSync(path);
      bytes[bytes.length - 3] = (bytes.at(-3) as number) ^ 1;
      writeFileSync(path, bytes);
      await expect(restoreNow()).rejects.toThrow('damaged');
      expect(readdirSync(restored)).toEqual([]);
    },
  );

  it('cannot write outside of its folder', async () => {
    await store(await begin(), 'a song');
    await backUpNow();
    const path = join(backup, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    for (const changed of [
      { ...manifest, state: '../data' },
      { ...manifest, files: { ...manifest.files, '../../elsewhere': manifest.files['alcove.db'] } },
    ]) {
      writeFileSync(path, JSON.stringify(changed));
      await expect(restoreNow()).rejects.toThrow('can’t be read');
    }
  });
});

describe('a forged backup', () => {
  /** Changes the database of the backup and adapts the manifest. */
  const rewriteDatabase = (sql: string): void => {
    const manifestPath = join(backup, 'manifest.json');
    const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
    const path = join(backup, manifest.state, 'alcove.db');
    const db = new Database(path);
    db.pragma('foreign_keys = OFF');
    db.exec(sql);
    db.close();
    manifest.files['alcove.db'].sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    writeFileSync(manifestPath, JSON.stringify(manifest));
  };

  it.each(["'../planted'", '42', "x'abcd'", 'NULL'])(
    'with contents named %s is refused, and writes nothing outside the folder',
    async (name) => {
      await store(await begin(), 'a song');
      await backUpNow();
      writeFileSync(join(root, 'planted'), 'mischief');
      rewriteDatabase(
        `DROP TABLE contents; CREATE TABLE contents (sha256, size); INSERT INTO contents VALUES (${name}, 8)`,
      );
      const otherFolder = join(root, 'elsewhere');
      await expect(restoreNow(backup, join(otherFolder, 'restored'))).rejects.toThrow('damaged');
      expect(readdirSync(otherFolder)).toEqual(['restored']);
      expect(readdirSync(join(otherFolder, 'restored'))).toEqual([]);
    },
  );

  it('with a pipe in place of a file does not block it', async () => {
    const node = await begin();
    const good = await store(node, 'good');
    const bad = await store(node, 'wrong');
    await backUpNow();
    rmSync(fileOf(backup, bad));
    execFileSync('mkfifo', [fileOf(backup, bad)]);
    expect(await restoreNow()).toMatchObject({
      restored: 1,
      lacking: [{ content_id: bad.content_id, problem: 'missing' }],
    });
    expect(existsSync(fileOf(restored, good))).toBe(true);
  });

  it('with a file of another size is refused before it is copied', async () => {
    const node = await begin();
    const bad = await store(node, 'wrong');
    await backUpNow();
    rmSync(fileOf(backup, bad));
    writeFileSync(fileOf(backup, bad), '');
    // Larger than any disk of a test.
    truncateSync(fileOf(backup, bad), 2 ** 42);
    expect(await restoreNow()).toMatchObject({
      lacking: [{ content_id: bad.content_id, problem: 'damaged' }],
    });
  });
});

describe('refused folders', () => {
  it('are those in the data folder, or with unrelated files', async () => {
    await store(await begin(), 'a song');
    await expect(backUpNow(join(dataDir, 'backups', 'today'))).rejects.toThrow('is inside');
    mkdirSync(backup, { mode: 0o755 });
    writeFileSync(join(backup, 'thesis.txt'), 'mine');
    await expect(backUpNow()).rejects.toThrow('thesis.txt');
    expect(statSync(backup).mode & 0o777).toBe(0o755);
    expect(readdirSync(backup)).toEqual(['thesis.txt']);
  });

  it('are those with the stored files of the node itself', async () => {
    const node = await begin();
    await store(node, 'a song');
    await backUpNow();
    rmSync(join(backup, 'blobs'), { recursive: true });
    symlinkSync(join(dataDir, 'blobs'), join(backup, 'blobs'));
    await expect(backUpNow()).rejects.toThrow('is inside');
  });

  it('are those with the backup of another node, which is unchanged', async () => {
    const song = await store(await begin(), 'a song');
    await backUpNow();
    await end();
    const other = await startTestNode();
    await expect(backUpNow(backup, { dataDir: other.dataDir })).rejects.toThrow('another node');
    await other.stop();
    expect(existsSync(fileOf(backup, song))).toBe(true);
  });

  it('are those that are not empty, to restore to', async () => {
    await store(await begin(), 'a song');
    await backUpNow();
    await expect(restoreNow(backup, dataDir)).rejects.toThrow('isn’t empty');
    await expect(restoreNow(root)).rejects.toThrow('no backup');
  });

  it('are those without a node', async () => {
    const { code, stderr } = await command('backup', backup, '--data-dir', dataDir);
    expect(code).toBe(1);
    expect(stderr).toContain('There is no Alcove data');
    expect(existsSync(backup)).toBe(false);
  });
});

it('keeps an encrypted key as it is, and states where it can be used', async () => {
  await store(await begin(), 'a song');
  await end();
  const secrets = join(dataDir, 'secrets');
  writeFileSync(join(secrets, 'node-secret.sealed'), '{"backend":"kwallet","sealed":"AAAA"}', {
    mode: 0o600,
  });
  rmSync(join(secrets, 'node-secret'));
  const { stdout } = await runAlcove('backup', backup, '--data-dir', dataDir);
  expect(stdout).toContain('in the key store of this computer');
  const { stdout: said } = await runAlcove('restore', backup, '--data-dir', restored);
  expect(said).toContain('in the key store of this computer');
  expect(existsSync(join(restored, 'secrets', 'node-secret.sealed'))).toBe(true);
});

it('resets the setting of the storage folder', async () => {
  await store(await begin(), 'a song');
  await end();
  writeFileSync(join(dataDir, 'settings.json'), '{"storage":{"folder":"/elsewhere","quota_bytes":9000}}');
  await backUpNow();
  expect(await restoreNow()).toMatchObject({ formerStorageFolder: '/elsewhere' });
  expect(JSON.parse(readFileSync(join(restored, 'settings.json'), 'utf8'))).toEqual({
    storage: { quota_bytes: 9000 },
  });
});

describe('a full disk', () => {
  const disk = smallDisk(3);
  /** More files than are copied in parallel. */
  const storeTooMuch = async (node: TestNode): Promise<void> => {
    for (const letter of 'abcdefghijkl') await store(node, letter.repeat(512 * 1024));
  };

  it.skipIf(disk.missing)('leaves the previous backup intact, and is reported', async () => {
    const node = await begin();
    const song = await store(node, 'a song');
    const target = join(disk.path, 'backup');
    await backUpNow(target);
    await storeTooMuch(node);
    const { code, stderr } = await command('backup', target, '--data-dir', dataDir);
    expect(code).toBe(1);
    expect(stderr).toContain('The disk of the backup is full. An earlier backup');
    await end();
    expect(await restoreNow(target)).toMatchObject({ restored: 1, lacking: [] });
    expect((await read(await begin(restored), song)).text).toBe('a song');
  });

  it.skipIf(disk.missing)('leaves no files of a failed restore', async () => {
    await storeTooMuch(await begin());
    await backUpNow();
    const target = join(disk.path, 'restored');
    const { code, stderr } = await command('restore', backup, '--data-dir', target);
    expect(code).toBe(1);
    expect(stderr).toContain('is full. Nothing was restored.');
    expect(readdirSync(target)).toEqual([]);
  });
});

describe('files stored in another folder', () => {
  const otherFolder = () => join(root, 'elsewhere');
  const say = (state: object) =>
    writeFileSync(join(dataDir, 'storage-folder.json'), JSON.stringify({ id: 'a', ...state }));

  it('are found there, and in both folders during a relocation', async () => {
    const node = await begin();
    const moved = await store(node, 'moved');
    await store(node, 'not moved yet');
    await end();
    mkdirSync(dirname(fileOf(otherFolder(), moved)), { recursive: true });
    renameSync(fileOf(dataDir, moved), fileOf(otherFolder(), moved));
    say({ folder: otherFolder(), moving: { from: null } });
    expect((await backUpNow()).manifest).toMatchObject({ contents: 2, lacking: [] });
    await expect(backUpNow(join(otherFolder(), 'backup'))).rejects.toThrow('is inside');
    await restoreNow();
    expect((await read(await begin(restored), moved)).text).toBe('moved');
  });

  it('are not treated as lost when their disk is missing', async () => {
    await store(await begin(), 'a song');
    await end();
    say({ folder: otherFolder(), moving: null });
    await expect(backUpNow()).rejects.toThrow('Connect the disk');
    expect(existsSync(backup)).toBe(false);
  });
});

it.runIf(otherDisk)('are copied to another disk completely', async () => {
  const other = mkdtempSync(join(otherDisk ?? tmpdir(), 'alcove-test-'));
  try {
    const song = await store(await begin(), 'a song');
    expect(await backUpNow(join(other, 'backup'))).toMatchObject({ copied: 1, linked: 0 });
    await end();
    cpSync(join(other, 'backup'), join(root, 'carried'), { recursive: true });
    await restoreNow(join(root, 'carried'));
    expect((await read(await begin(restored), song)).text).toBe('a song');
  } finally {
    rmSync(other, { recursive: true });
  }
});
