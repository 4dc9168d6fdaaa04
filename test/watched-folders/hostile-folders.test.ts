import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FileChanged, openFile } from '../../src/features/watched-folders/importing/open-file.ts';
import { previewOf } from '../../src/features/watched-folders/scan/preview.ts';
import { FolderUnavailable, listFolder } from '../../src/features/watched-folders/scan/walk.ts';
import { newFolder, openWatched } from './open-watched.ts';

const neverAborted = new AbortController().signal;
const list = (root: string, own: string[] = []) => listFolder(root, own, neverAborted);
const firstOf = async (root: string) => {
  const [file] = (await list(root)).files;
  if (!file) throw new Error('no file');
  return file;
};

describe('a scan', () => {
  it.skipIf(process.platform === 'win32')('finds files whose names are any bytes', async () => {
    const folder = await openWatched();
    const invalid = Buffer.concat([
      Buffer.from(`${folder.root}/caf`),
      Buffer.from([0xe9]),
      Buffer.from('.txt'),
    ]);
    const names = [
      'two\nlines.txt',
      'bell\u0007\u001b[31m.txt',
      '\u202egpj.exe',
      `${'n'.repeat(251)}.txt`,
      'a..\\..\\up.txt',
      '%2e%2e%2fup.txt',
      'e\u0301.txt',
      '\u00e9.txt',
      '   ',
      '?*|<>"',
    ];
    for (const name of names) writeFileSync(join(folder.root, name), name);
    writeFileSync(invalid, 'latin');
    const listed = await list(folder.root);
    expect(listed.files).toHaveLength(names.length + 1);
    expect((await folder.pass()).failures.size).toBe(0);
    expect(folder.library()).toHaveLength(names.length + 1);
    const stored = folder.db.prepare('SELECT name FROM contents').pluck().all() as string[];
    for (const name of stored) expect(name).not.toMatch(/[\n\u0007\u001b\u202e/]/u);
    await folder.pass();
    expect(folder.read).toEqual([]);
    renameSync(invalid, Buffer.from(join(folder.root, 'café.txt')));
    await folder.pass();
    expect([folder.read, folder.trashed()]).toEqual([[], []]);
  });
});

describe.skipIf(process.platform === 'win32')('the files that a scan leaves out', () => {
  it('are hidden, unfinished, special, links, empty or the node’s own', async () => {
    const root = newFolder();
    const data = join(root, 'data');
    for (const folder of ['data', 'other-node', '.git', 'movie.download', 'sub'])
      mkdirSync(join(root, folder));
    const skipped = {
      hidden: ['.DS_Store', 'Thumbs.db'],
      temporary: ['a.part', 'b.crdownload', 'c.TMP', '~$report.docx'],
      empty: ['reserved.iso'],
    };
    for (const name of Object.values(skipped).flat()) writeFileSync(join(root, name), name);
    writeFileSync(join(root, 'reserved.iso'), '');
    for (const folder of ['data', '.git', 'movie.download', 'sub'])
      writeFileSync(join(root, folder, 'f'), 'f');
    writeFileSync(join(root, 'other-node/alcove.db'), 'secrets nearby');
    symlinkSync('/etc', join(root, 'etc'));
    symlinkSync('/etc/passwd', join(root, 'passwd.txt'));
    symlinkSync('..', join(root, 'sub/loop'));
    symlinkSync('loop2', join(root, 'loop2'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const { files, skipped: found } = await list(root, [data]);
    expect(files.map(({ path }) => path)).toEqual(['sub/f']);
    const reasons = Object.groupBy(found, ({ reason }) => reason);
    const pathsOf = (reason: keyof typeof reasons) => reasons[reason]?.map(({ path }) => path).sort();
    expect(pathsOf('hidden')).toEqual(['.DS_Store', '.git', 'Thumbs.db']);
    expect(pathsOf('temporary')).toEqual([...skipped.temporary, 'movie.download'].sort());
    expect(pathsOf('link')).toEqual(['etc', 'loop2', 'passwd.txt', 'sub/loop']);
    expect([pathsOf('special'), pathsOf('empty')]).toEqual([['pipe'], ['reserved.iso']]);
    expect(pathsOf('own_data')).toEqual(['data', 'other-node']);
    expect(previewOf(await list(root, [data]))).toMatchObject({ files: 1, bytes: 1, folders: 1 });
  });
});

describe.skipIf(process.platform === 'win32')('a file that is replaced between listing and reading', () => {
  it('is not read where a link leads elsewhere', async () => {
    const outside = newFolder();
    writeFileSync(join(outside, 'song.txt'), 'secret');
    const root = newFolder();
    mkdirSync(join(root, 'sub'));
    writeFileSync(join(root, 'sub/song.txt'), 'public');
    const seen = await firstOf(root);
    const open = () => openFile(root, seen);
    await (await open()).close();

    rmSync(join(root, 'sub/song.txt'));
    symlinkSync(join(outside, 'song.txt'), join(root, 'sub/song.txt'));
    await expect(open()).rejects.toThrow(FileChanged);
    rmSync(join(root, 'sub'), { recursive: true });
    symlinkSync(outside, join(root, 'sub'));
    await expect(open()).rejects.toThrow(FileChanged);
    // As if the listing had already gone through the link.
    const outsideFile = await firstOf(outside);
    await expect(openFile(root, { ...outsideFile, path: 'sub/song.txt' })).rejects.toThrow(FileChanged);
    rmSync(join(root, 'sub'));
    mkdirSync(join(root, 'sub'));
    execFileSync('mkfifo', [join(root, 'sub/song.txt')]);
    await expect(open()).rejects.toThrow(FileChanged);
    expect(existsSync('/proc/self/fd') && openFilesBelow(root)).toBeFalsy();
  });
});

const openFilesBelow = (root: string): boolean =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root);
    } catch {
      return false;
    }
  });

const isRoot = process.getuid?.() === 0;

describe('a mirrored folder that is not there', () => {
  const mounted: string[] = [];
  afterEach(() => {
    for (const path of mounted.splice(0)) execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
  });

  it('moves nothing to the trash when it is gone or became a link', async () => {
    const folder = await openWatched();
    folder.write('a.txt', 'a');
    await folder.pass();
    const away = `${folder.root}-away`;
    renameSync(folder.root, away);
    await expect(folder.pass()).rejects.toThrow(FolderUnavailable);
    symlinkSync(newFolder(), folder.root);
    await expect(folder.pass()).rejects.toThrow(FolderUnavailable);
    rmSync(folder.root);
    renameSync(away, folder.root);
    await folder.pass();
    expect([folder.trashed(), folder.library(), folder.read]).toEqual([[], ['a'], []]);
  });

  it('moves nothing to the trash when it is suddenly empty, until the owner confirms', async () => {
    const folder = await openWatched();
    for (const name of ['a.txt', 'b.txt', 'sub/c.txt']) folder.write(name, name);
    await folder.pass();
    for (const name of readdirSync(folder.root)) rmSync(join(folder.root, name), { recursive: true });
    expect((await folder.pass()).withheld).toBe(3);
    expect((await folder.pass()).withheld).toBe(3);
    expect(folder.trashed()).toEqual([]);
    folder.write('b.txt', 'b.txt');
    expect((await folder.pass()).withheld).toBe(0);
    expect(folder.trashed()).toEqual(['a', 'c']);
    rmSync(join(folder.root, 'b.txt'));
    expect((await folder.pass({ acceptsRemovals: true })).withheld).toBe(0);
    expect(folder.trashed()).toEqual(['a', 'b', 'c']);
  });

  it('moves nothing to the trash when a folder in it cannot be read', async () => {
    const folder = await openWatched();
    for (const name of ['a.txt', 'sub/b.txt']) folder.write(name, name);
    await folder.pass();
    renameSync(join(folder.root, 'sub'), join(folder.root, '.sub'));
    symlinkSync('.sub', join(folder.root, 'sub'));
    await folder.pass();
    expect(folder.trashed()).toEqual([]);
  });

  it.skipIf(!isRoot || process.platform !== 'linux')(
    'moves nothing to the trash when the disk of a folder in it is not connected',
    async () => {
      const folder = await openWatched();
      const disk = join(folder.root, 'disk');
      mkdirSync(disk);
      const mount = () => {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'pipe' });
        mounted.push(disk);
      };
      mount();
      for (const name of ['a.txt', 'disk/b.txt', 'disk/c.txt']) folder.write(name, name);
      await folder.pass();
      execFileSync('umount', [disk]);
      mounted.pop();
      folder.write('disk/new.txt', 'written into the empty mount point');
      folder.write('d.txt', 'd');
      expect((await folder.pass()).withheld).toBe(2);
      expect(folder.trashed()).toEqual([]);
      mount();
      for (const name of ['b.txt', 'c.txt']) writeFileSync(join(disk, name), `disk/${name}`);
      await folder.pass();
      expect((await folder.pass()).withheld).toBe(0);
      expect([folder.library(), folder.trashed()]).toEqual([['a', 'b', 'c', 'd'], ['new']]);
    },
  );
});

describe('the limits of the node', () => {
  it('stop a folder, which continues when there is space', async () => {
    const folder = await openWatched({ quotaBytes: 20_000 });
    for (const name of ['1', '2', '3', '4']) folder.write(`${name}.bin`, name.repeat(8000));
    folder.write('0 huge.bin', 'x'.repeat(1_200_000));
    const result = await folder.pass();
    expect(result.problem?.reason).toBe('watchedFolders.noSpace');
    const before = folder.library();
    expect(before).toEqual(['1', '2'].slice(0, before.length));
    expect(before.length).toBeGreaterThan(0);
    folder.eviction.setLimits({ quotaBytes: 1e7, copiesBytes: undefined });
    const later = await folder.pass();
    expect([later.problem, [...later.failures.keys()]]).toEqual([undefined, ['0 huge.bin']]);
    expect(folder.library()).toEqual(['1', '2', '3', '4']);
    await folder.pass();
    expect(folder.read).not.toContain('0 huge.bin');
  });
});

describe('a crash', () => {
  it('between storing a file and its record leaves the file as imported by the folder', async () => {
    const folder = await openWatched();
    for (const name of ['a', 'b', 'c']) folder.write(`${name}.txt`, name);
    const { finish } = folder.files;
    let calls = 0;
    folder.files.finish = (...given) => {
      calls += 1;
      if (calls === 2) throw new Error('the power went out');
      finish.apply(folder.files, given);
    };
    await expect(folder.pass()).rejects.toThrow('the power went out');
    expect(folder.library()).toEqual(['a', 'b']);
    await folder.pass();
    expect([folder.read, folder.collection()]).toEqual([
      ['b.txt', 'c.txt'],
      ['a', 'b', 'c'],
    ]);
    rmSync(join(folder.root, 'b.txt'));
    await folder.pass();
    expect(folder.trashed()).toEqual(['b']);
  });

  it('between the record of a removal and the trash is repaired by the next pass', async () => {
    const folder = await openWatched();
    for (const name of ['a', 'b']) folder.write(`${name}.txt`, name);
    await folder.pass();
    const { trash } = folder.options.contents;
    folder.options.contents.trash = () => Promise.reject(new Error('the power went out'));
    rmSync(join(folder.root, 'b.txt'));
    await expect(folder.pass()).rejects.toThrow('the power went out');
    folder.options.contents.trash = trash;
    await folder.pass();
    expect(folder.trashed()).toEqual(['b']);
  });

  it('does not take a content from an owner who had it before', async () => {
    const folder = await openWatched();
    folder.write('a.txt', 'a');
    folder.write('b.txt', 'b');
    linkSync(join(folder.root, 'a.txt'), join(folder.root, 'hard link.txt'));
    await folder.pass();
    expect(folder.library()).toEqual(['a', 'b']);
    rmSync(join(folder.root, 'a.txt'));
    await folder.pass();
    expect(folder.trashed()).toEqual([]);
  });
});
