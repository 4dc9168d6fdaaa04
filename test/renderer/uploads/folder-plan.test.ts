import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PlannedFolder, planOf } from '../../../renderer/features/uploads/folders/folder-plan.ts';
import { PlacedEntries } from '../../../renderer/features/uploads/folders/placed-entries.ts';

const at = (path: string, text = 'text') => ({ path, file: new File([text], path.split('/').at(-1) ?? '') });
const shown = ({ name, folders, files }: PlannedFolder): unknown => ({
  [name]: [...folders.map(shown), ...files.map((file) => file.name)],
});

it('makes a folder of each folder, in natural order', () => {
  const plan = planOf([
    at('Music/track 10.mp3'),
    at('Music/track 2.mp3'),
    at('/Music/Disc 2/b.mp3'),
    at('Music/Disc 10/c.mp3'),
    at('Music/Track 1.mp3'),
    at('alone.txt'),
    at('Papers/a.pdf'),
  ]);
  expect(plan.folders.map(shown)).toEqual([
    {
      Music: [
        { 'Disc 2': ['b.mp3'] },
        { 'Disc 10': ['c.mp3'] },
        'Track 1.mp3',
        'track 2.mp3',
        'track 10.mp3',
      ],
    },
    { Papers: ['a.pdf'] },
  ]);
  expect(plan.files.map(({ name }) => name)).toEqual(['alone.txt']);
  expect(plan).toMatchObject({ fileCount: 7, folderCount: 4, bytes: 28 });
});

it('leaves out and names what belongs to the system', () => {
  const plan = planOf([
    at('A/.DS_Store'),
    at('A/B/.DS_Store'),
    at('A/Thumbs.db'),
    at('A/desktop.ini'),
    at('A/.git/objects/1'),
    at('A/.git/objects/2'),
    at('A/~$Letter.docx', ''),
    at('A/film.mp4.part', ''),
    at('A/notes.tmp', 'not empty'),
    at('A/empty.txt', ''),
  ]);
  expect(plan.folders.map(shown)).toEqual([{ A: ['empty.txt', 'notes.tmp'] }]);
  expect(Object.fromEntries(plan.leftOut)).toEqual({
    '.DS_Store': 2,
    'Thumbs.db': 1,
    'desktop.ini': 1,
    '.git': 2,
    '~$Letter.docx': 1,
    'film.mp4.part': 1,
  });
  expect(plan.fileCount).toBe(2);
});

it('puts files of folders that are too deep into the deepest one', () => {
  const names = Array.from({ length: 20 }, (_, level) => `${level}`);
  const plan = planOf([at([...names, 'deep.txt'].join('/'))]);
  let [folder] = plan.folders;
  let levels = 1;
  for (; folder?.folders[0]; folder = folder.folders[0]) levels += 1;
  expect(levels).toBe(16);
  expect(folder?.files.map(({ name }) => name)).toEqual(['deep.txt']);
});

it('keeps the order of the folder, in whatever order uploads end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...'abcdefgh']), fc.nat(7), async (ends, failing) => {
      const files = [...'abcdefgh'].map((name) => new File([], name));
      const list: string[] = [];
      let calls = 0;
      const placed = new PlacedEntries(files, async (id, before) => {
        await Promise.resolve();
        calls += 1;
        if (calls === failing) throw new Error('no connection');
        list.splice(before === null ? list.length : list.indexOf(before), 0, id);
      });
      const add = (name: string) => placed.add(files['abcdefgh'.indexOf(name)] as File, name);
      const results = await Promise.allSettled(ends.map(add));
      // A failed upload is retried, into the same place.
      const failed = ends.filter((_, index) => results[index]?.status === 'rejected');
      for (const name of failed) await add(name);
      expect(list).toEqual([...ends].sort());
    }),
  );
});
