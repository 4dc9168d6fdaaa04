import { expect, it } from 'vitest';
import { uploadAs } from '../storage/copies.ts';
import { pictureNamed } from '../support/pictures.ts';
import { openContent } from './open-content.ts';

it('takes the registered cover with the texts, unless it cannot be shown', async () => {
  const node = await openContent();
  const cover = await uploadAs(node, 'owner', pictureNamed('cover'));
  const noPicture = await uploadAs(node, 'owner', Buffer.from('no picture'));
  const published = async (bytes: string, registered: Buffer | undefined) => {
    const sha256 = await uploadAs(node, 'owner', Buffer.from(bytes));
    const texts = { title: 'Harbour', description: '', authors: [], hashtags: [] };
    await node.service.publishFor(['owner'], sha256, { ...texts, cover: registered });
    const record = node.records.get(sha256);
    return [record?.title, record?.published, record?.cover];
  };
  expect(await published('one', cover)).toEqual(['Harbour', true, cover]);
  expect(await published('two', noPicture)).toEqual(['Harbour', true, null]);
  expect(await published('three', undefined)).toEqual(['Harbour', true, null]);
});

it('publishes a collection and gives its cover to its files in one step, or not at all', async () => {
  let changes = 0;
  const node = await openContent({ onChange: () => (changes += 1) });
  const upload = (bytes: string) => uploadAs(node, 'owner', Buffer.from(bytes));
  const cover = await uploadAs(node, 'owner', pictureNamed('cover'));
  const album = await upload('album');
  const parts = [await upload('first'), await upload('last')];
  node.db.prepare(`INSERT INTO sold_collections (collection, manifest) VALUES (?, x'')`).run(album);
  const add = node.db.prepare(
    `INSERT INTO sold_parts (collection, position, part, title, content_type, plain_size, key, key_hash)
     VALUES (?, ?, ?, '', 'audio/mpeg', 1, x'', x'')`,
  );
  for (const [position, part] of parts.entries()) add.run(album, position, part);
  node.db.exec(`CREATE TRIGGER refused BEFORE UPDATE OF cover ON contents
    WHEN new.sha256 = x'${parts[1]?.toString('hex')}' BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  const publish = () => {
    const texts = { title: 'Harbour', description: '', authors: [], hashtags: [] };
    return node.service.publishFor(['owner'], album, { ...texts, cover });
  };
  await expect(publish()).rejects.toThrow('refused');
  expect(node.records.get(album)?.published).toBe(false);

  node.db.exec('DROP TRIGGER refused');
  changes = 0;
  await publish();
  expect(changes).toBe(1);
  expect([album, ...parts].map((sha256) => node.records.get(sha256)?.cover)).toEqual([cover, cover, cover]);
});
