import { copyFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CollectionListRepository } from '../../src/features/collections/repository/collection-list-repository.ts';
import { CollectionTrashRepository } from '../../src/features/collections/repository/collection-trash-repository.ts';
import { WatchedDirectoryRepository } from '../../src/features/watched-folders/repository/watched-directory-repository.ts';
import { uploadAs } from '../storage/copies.ts';
import { openWatched } from './open-watched.ts';

describe('a watched folder', () => {
  it('becomes a collection with its folders and files in natural order, once', async () => {
    const folder = await openWatched();
    for (const name of ['10 Last.txt', '2 Low Tide.txt', '1 Song.txt', 'Live/b.txt', 'Live/Deep/c.txt']) {
      folder.write(name, name);
    }
    await folder.pass();
    const inside = [{ Live: [{ Deep: ['c'] }, 'b'] }, '1 Song', '2 Low Tide', '10 Last'];
    expect(folder.collection()).toEqual(inside);
    expect(folder.library()).toHaveLength(5);
    await folder.pass();
    expect(folder.read).toEqual([]);
    folder.write('3 New.txt', 'new');
    folder.write('copy of song.txt', '1 Song.txt');
    await folder.pass();
    expect(folder.collection().slice(1)).toEqual(['1 Song', '2 Low Tide', '3 New', '10 Last']);
  });

  it('follows files and folders to new names without reading them', async () => {
    const folder = await openWatched();
    for (const name of ['a.txt', 'b.txt', 'Music/song.txt', 'Music/Live/tide.txt']) folder.write(name, name);
    await folder.pass();
    renameSync(join(folder.root, 'a.txt'), join(folder.root, 'first.txt'));
    renameSync(join(folder.root, 'b.txt'), join(folder.root, 'Music/b.txt'));
    renameSync(join(folder.root, 'Music'), join(folder.root, 'Sound'));
    await folder.pass();
    expect(folder.read).toEqual([]);
    expect(folder.collection()).toEqual([{ Sound: [{ Live: ['tide'] }, 'b', 'song'] }, 'first']);
    renameSync(join(folder.root, 'Sound/Live'), join(folder.root, 'Concert'));
    await folder.pass();
    expect(folder.collection()).toEqual([{ Sound: ['b', 'song'] }, 'first', { Concert: ['tide'] }]);
    expect([folder.read, folder.trashed()]).toEqual([[], []]);
  });

  it('does not bring back the plain file of a sold one, which stays in its collection', async () => {
    const folder = await openWatched();
    folder.write('song.txt', 'a song');
    folder.write('notes.txt', 'notes');
    await folder.pass();
    const plain = folder.files.all(folder.row().number).get('song.txt')?.sha256;
    if (!plain) throw new Error('not stored');
    await folder.encryptions.encrypt(plain, 'owner');
    folder.db.prepare('UPDATE sealings SET registered_at = 1').run();
    await folder.catalogue.removeOwner(plain, 'owner');
    expect(folder.library()).toEqual(['notes', 'song']);

    const later = new Date(Date.now() + 5_000);
    utimesSync(join(folder.root, 'song.txt'), later, later);
    folder.write('copy/song.txt', 'a song');
    folder.time.later = 60_000;
    await folder.pass();
    expect(folder.read).toEqual(['song.txt', 'song.txt']);
    expect([folder.library(), folder.catalogue.find(plain)]).toEqual([['notes', 'song'], undefined]);
    expect(folder.collection()).toEqual(['notes', 'song', { copy: ['song'] }]);

    rmSync(join(folder.root, 'copy/song.txt'));
    rmSync(join(folder.root, 'song.txt'));
    await folder.pass({ acceptsRemovals: true });
    expect([folder.library(), folder.trashed()]).toEqual([['notes', 'song'], []]);
  });

  it('follows a sold file to new names and folders', async () => {
    const folder = await openWatched();
    for (const name of ['song.txt', 'one/a.txt', 'two/b.txt']) folder.write(name, name);
    await folder.pass();
    const plain = folder.files.all(folder.row().number).get('song.txt')?.sha256;
    if (!plain) throw new Error('not stored');
    await folder.encryptions.encrypt(plain, 'owner');
    folder.db.prepare('UPDATE sealings SET registered_at = 1').run();
    await folder.catalogue.removeOwner(plain, 'owner');

    const shown = [];
    for (const [from, to] of [
      ['song.txt', 'one/song.txt'],
      ['one/song.txt', 'two/song.txt'],
      ['two/song.txt', 'two/sound.txt'],
    ] as const) {
      renameSync(join(folder.root, from), join(folder.root, to));
      await folder.pass();
      shown.push(folder.collection());
    }
    expect(shown).toEqual([
      [{ one: ['a', 'song'] }, { two: ['b'] }],
      [{ one: ['a'] }, { two: ['b', 'song'] }],
      [{ one: ['a'] }, { two: ['b', 'sound'] }],
    ]);
    expect([folder.read, folder.catalogue.find(plain)]).toEqual([[], undefined]);
    rmSync(join(folder.root, 'two/sound.txt'));
    await folder.pass({ acceptsRemovals: true });
    expect([folder.library(), folder.trashed()]).toEqual([['a', 'b', 'sound'], []]);
  });

  it('keeps a title that the owner gave, and a renamed file that got another inode', async () => {
    const folder = await openWatched();
    folder.write('a.txt', 'a');
    folder.write('b.txt', 'b');
    await folder.pass();
    const a = folder.files.all(folder.row().number).get('a.txt')?.sha256;
    if (!a) throw new Error('not stored');
    await folder.service.edit(a, { title: 'My title' });
    for (const [from, to] of [
      ['a.txt', 'sub/a2.txt'],
      ['b.txt', 'b2.txt'],
    ] as const) {
      folder.write(to, '');
      copyFileSync(join(folder.root, from), join(folder.root, to));
      rmSync(join(folder.root, from));
    }
    await folder.pass();
    expect(folder.collection()).toEqual(['b2', { sub: ['My title'] }]);
    expect([folder.library(), folder.trashed()]).toEqual([['My title', 'b2'], []]);
  });

  it.each(['add', 'mirror'] as const)('replaces a changed file (%s)', async (mode) => {
    const folder = await openWatched({ mode });
    for (const name of ['a', 'b', 'c']) folder.write(`${name}.txt`, name);
    await folder.pass();
    folder.write('b.txt', 'another b');
    await folder.pass();
    expect(folder.collection()).toEqual(['a', 'b', 'c']);
    expect(folder.library()).toEqual(mode === 'add' ? ['a', 'b', 'b', 'c'] : ['a', 'b', 'c']);
    expect(folder.trashed()).toEqual(mode === 'add' ? [] : ['b']);
  });

  it('swaps two files', async () => {
    const folder = await openWatched();
    folder.write('a.txt', 'a');
    folder.write('b.txt', 'the other');
    await folder.pass();
    renameSync(join(folder.root, 'a.txt'), join(folder.root, 'x'));
    renameSync(join(folder.root, 'b.txt'), join(folder.root, 'a.txt'));
    renameSync(join(folder.root, 'x'), join(folder.root, 'b.txt'));
    await folder.pass();
    await folder.pass();
    expect([folder.library().length, folder.trashed()]).toEqual([2, []]);
    expect(folder.collection()).toHaveLength(2);
  });

  it('waits for files that are being written, and for a clock that was wrong', async () => {
    const folder = await openWatched();
    folder.time.stableMs = 5000;
    folder.write('download.bin', 'half');
    folder.write('old.bin', 'whole');
    utimesSync(join(folder.root, 'old.bin'), new Date(), new Date('2100-01-01'));
    expect((await folder.pass()).isUnsettled).toBe(true);
    expect(folder.read).toEqual(['old.bin']);
    folder.time.later = 5001;
    expect((await folder.pass()).isUnsettled).toBe(false);
    expect(folder.library()).toEqual(['download', 'old']);
  });

  it('stores nothing of a file that is written while it is read', async () => {
    const folder = await openWatched();
    folder.write('growing.bin', 'x'.repeat(100_000));
    const { store } = folder.options.contents;
    const writing = { on: true };
    folder.options.contents.store = (upload) => {
      if (writing.on) writeFileSync(join(folder.root, 'growing.bin'), 'y', { flag: 'a' });
      return store(upload);
    };
    expect((await folder.pass()).isUnsettled).toBe(true);
    expect(folder.library()).toEqual([]);
    writing.on = false;
    await folder.pass();
    expect(folder.library()).toEqual(['growing']);
  });
});

describe('a mirrored folder', () => {
  it('changes its collection also in the trash, so that a restored one is complete', async () => {
    const folder = await openWatched();
    for (const name of ['a', 'b', 'Live/c', 'Old/d']) folder.write(`${name}.txt`, name);
    await folder.pass();
    const root = new WatchedDirectoryRepository(folder.db).all(folder.row().number).get('');
    const [id, trash] = [root?.collection ?? '', new CollectionTrashRepository(folder.db)];
    expect(trash.add(id, Date.now())).toBe(true);
    // Before the removals, because the system may use an inode again.
    for (const name of ['e', 'New/f']) folder.write(`${name}.txt`, name);
    rmSync(join(folder.root, 'a.txt'));
    rmSync(join(folder.root, 'Old'), { recursive: true });
    renameSync(join(folder.root, 'Live'), join(folder.root, 'Concert'));
    await folder.pass();
    expect(new CollectionListRepository(folder.db).page({ q: '', own: true, skip: 0, limit: 9 }).total).toBe(
      0,
    );
    expect(trash.restore(id, Date.now())).toBe(true);
    expect(folder.collection()).toEqual([{ Concert: ['c'] }, 'b', { New: ['f'] }, 'e']);
  });

  it('moves removed files to the trash after a while, and an undo brings them back in place', async () => {
    const folder = await openWatched();
    for (const name of ['a', 'b', 'c']) folder.write(`${name}.txt`, name);
    await folder.pass();
    const b = folder.files.all(folder.row().number).get('b.txt')?.sha256;
    rmSync(join(folder.root, 'b.txt'));
    folder.time.graceMs = 60_000;
    expect((await folder.pass()).isUnsettled).toBe(true);
    expect(folder.trashed()).toEqual([]);
    folder.time.later = 60_001;
    await folder.pass();
    expect([folder.trashed(), folder.collection()]).toEqual([['b'], ['a', 'c']]);
    if (b) await folder.trash.restore(b);
    await folder.pass();
    expect(folder.collection()).toEqual(['a', 'b', 'c']);
  });

  it('leaves what the owner had before, what is elsewhere in a folder, and what is only added', async () => {
    const folder = await openWatched();
    await uploadAs(folder, 'owner', Buffer.from('mine'), 'mine.txt');
    folder.write('mine.txt', 'mine');
    folder.write('one.txt', 'twice');
    folder.write('sub/two.txt', 'twice');
    folder.write('stays.txt', 'stays');
    await folder.pass();
    for (const name of ['mine.txt', 'one.txt']) rmSync(join(folder.root, name));
    await folder.pass();
    expect([folder.trashed(), folder.library()]).toEqual([[], ['mine', 'one', 'stays']]);
    expect(folder.collection()).toEqual([{ sub: ['one'] }, 'stays']);
    rmSync(join(folder.root, 'sub'), { recursive: true });
    await folder.pass();
    expect(folder.trashed()).toEqual(['one']);

    const added = await openWatched({ mode: 'add' });
    added.write('a.txt', 'a');
    added.write('b.txt', 'b');
    await added.pass();
    rmSync(join(added.root, 'a.txt'));
    await added.pass();
    expect([added.library(), added.trashed()]).toEqual([['a', 'b'], []]);
  });

  it('takes a removed file from the owner only, where other users own it, too', async () => {
    const folder = await openWatched();
    for (const name of ['a', 'b', 'c']) folder.write(`${name}.txt`, name);
    await folder.pass();
    const b = await uploadAs(folder, 'u1', Buffer.from('b'), 'theirs.txt');
    const c = await uploadAs(folder, 'u1', Buffer.from('c'), 'changed.txt');
    rmSync(join(folder.root, 'b.txt'));
    folder.write('c.txt', 'another c');
    await folder.pass();
    expect([folder.trashed(), folder.collection()]).toEqual([[], ['a', 'c']]);
    for (const sha256 of [b, c]) {
      const { number, uploadedBy } = folder.records.get(sha256) ?? { number: 0 };
      expect(uploadedBy).toBe('u1');
      expect([folder.records.isOwner(number, 'u1'), folder.records.isOwner(number, 'owner')]).toEqual([
        true,
        false,
      ]);
    }
    folder.write('b.txt', 'b');
    await folder.pass();
    expect(folder.collection()).toEqual(['a', 'b', 'c']);
    await folder.catalogue.removeOwner(b, 'u1');
    rmSync(join(folder.root, 'b.txt'));
    await folder.pass();
    expect([folder.trashed(), folder.collection()]).toEqual([['b'], ['a', 'c']]);
  });

  it('leaves what the owner deletes in the library deleted', async () => {
    const folder = await openWatched();
    folder.write('a.txt', 'a');
    folder.write('b.txt', 'b');
    await folder.pass();
    const a = folder.files.all(folder.row().number).get('a.txt')?.sha256;
    if (a) await folder.trash.add(a);
    await folder.pass();
    expect([folder.read, folder.trashed()]).toEqual([[], ['a']]);
  });
});
