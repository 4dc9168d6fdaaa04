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
