import { afterEach, beforeEach, expect, it } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { pictureNamed } from '../support/pictures.ts';
import { type RecordingHost, respond, startRecordingHost } from './recording-host.ts';
import { type Sharer, sha256Of, startSharer } from './sharer.ts';

const thumbnail = { type: 'image/png', bytes: pictureNamed('thumbnail') };
const thumbnailId = contentIdOf(sha256Of(thumbnail.bytes));

let host: RecordingHost;
let sharer: Sharer;
let folder: string;
/** Contents that are sold, in hexadecimal digits. */
let restricted: Set<string>;

const start = (): Promise<Sharer> =>
  startSharer({
    folder,
    thumbnail: (sha256) => (restricted.has(sha256.toString('hex')) ? undefined : thumbnail),
    encrypted: {
      partsOf: () => [],
      restrictedAs: (plain) => (restricted.has(plain.toString('hex')) ? { encrypted: null } : undefined),
      hasKey: () => false,
      keyOf: () => {
        throw new Error('Nothing is encrypted here.');
      },
    },
  });

beforeEach(async () => {
  folder = temporaryFolder();
  restricted = new Set();
  [sharer, host] = await Promise.all([start(), startRecordingHost()]);
  await sharer.addPeer(host.host);
  await sharer.sharing.signIn(host.host);
});
afterEach(async () => {
  await sharer.stop();
  await host.stop();
});

const publish = (
  sha256: Buffer,
  { listed = false, pictureOf }: { listed?: boolean; pictureOf?: Buffer } = {},
) => sharer.sharing.share(sha256, { host: host.host, listed, pictureOf });

const lastDescription = (sha256: Buffer) => expect.poll(() => host.described(sha256).at(-1));

it('descriptions are sent once without a cover that a host never takes, and with it once it is there', async () => {
  let isTaken = false;
  host.answer = ({ method, id }, response) => {
    if (method !== 'POST' || id !== thumbnailId || isTaken) return false;
    respond(response, 500, {});
    return true;
  };
  const song = await sharer.addContent(Buffer.from('A song.'), { title: 'Song' });
  await publish(song);
  await lastDescription(song).toMatchObject({ title: 'Song', cover_id: null });
  await sharer.until(() => sharer.describedAt(song, host.host));
  expect(host.described(song)).toHaveLength(1);
  isTaken = true;
  await publish(await sharer.addContent(Buffer.from('Another song.')));
  await sharer.sharing.signIn(host.host);
  await lastDescription(song).toMatchObject({ title: 'Song', cover_id: thumbnailId });
});

it('descriptions wait for a host that is busy, which does not end a listing', async () => {
  const statuses = [409, 409];
  host.answer = ({ method }, response) => {
    const status = method === 'PATCH' ? statuses.shift() : undefined;
    if (status !== undefined) respond(response, status, {});
    return status !== undefined;
  };
  const song = await sharer.addContent(Buffer.from('A song.'));
  await publish(song, { listed: true });
  await sharer.until(() => sharer.shareOf(song, host.host)?.message);
  expect(sharer.shareOf(song, host.host)).toMatchObject({ state: 'shared', listed: true });
  expect(sharer.describedAt(song, host.host)).toBeNull();
  await sharer.until(() => sharer.describedAt(song, host.host));
  expect(host.described(song).at(-1)).toMatchObject({ published: true });
});

it('descriptions end the listing of a file that was deleted here before the host was told', async () => {
  const song = await sharer.addContent(Buffer.from('A song.'));
  await publish(song, { listed: true });
  await lastDescription(song).toMatchObject({ published: true });
  await sharer.until(() => sharer.describedAt(song, host.host));
  host.answer = (_, response) => {
    respond(response, 503, {});
    return true;
  };
  await publish(song);
  await sharer.until(() => sharer.shareOf(song, host.host)?.message);
  await sharer.removeContent(song);
  await sharer.close();
  host.answer = () => false;
  sharer = await start();
  await lastDescription(song).toEqual({ published: false });
  await sharer.until(() => sharer.describedAt(song, host.host) === null);
});

it('descriptions carry a cover that arrived while they were sent', async () => {
  let isTaken = false;
  host.answer = async ({ method, id, body }, response) => {
    if (method === 'POST' && id === thumbnailId && !isTaken) {
      respond(response, 500, {});
      return true;
    }
    if (method === 'PATCH' && body.title === 'New title' && !isTaken) {
      isTaken = true;
      await sharer.sharing.signIn(host.host);
      await expect.poll(() => host.stored()).toContain(thumbnailId);
      // The answer comes after this node knows that the cover is there.
      await sharer.until(() => sharer.shareOf(sha256Of(thumbnail.bytes), host.host)?.state === 'shared');
    }
    return false;
  };
  const song = await sharer.addContent(Buffer.from('A song.'));
  await publish(song);
  await sharer.until(() => sharer.describedAt(song, host.host));
  await sharer.edit(song, { title: 'New title' }, Date.now());
  sharer.sharing.contentsChanged();
  await lastDescription(song).toMatchObject({ title: 'New title', cover_id: thumbnailId });
});

it('descriptions lose the thumbnail of a file that is sold, also of a sale from before the start', async () => {
  const [song, list] = [
    await sharer.addContent(Buffer.from('A song.')),
    await sharer.addContent(Buffer.from('A list of songs.'), { title: 'Songs' }),
  ];
  const isCovered = async () => {
    await publish(list, { pictureOf: song });
    await lastDescription(list).toMatchObject({ cover_id: thumbnailId });
    await sharer.until(() => sharer.describedAt(list, host.host));
  };
  const isUncovered = async () => {
    await expect.poll(() => host.stored()).toEqual([contentIdOf(list)]);
    await lastDescription(list).toMatchObject({ title: 'Songs', cover_id: null });
  };
  await isCovered();
  restricted.add(song.toString('hex'));
  await sharer.sharing.unsharePlain(song);
  await isUncovered();

  restricted.clear();
  await isCovered();
  await sharer.close();
  restricted.add(song.toString('hex'));
  sharer = await start();
  await isUncovered();
});

it('descriptions lose a cover whose own sharing ends', async () => {
  const cover = await sharer.addContent(pictureNamed('cover'), { contentType: 'image/png' });
  const song = await sharer.addContent(Buffer.from('A song.'), { cover });
  await publish(song);
  await lastDescription(song).toMatchObject({ cover_id: contentIdOf(cover) });
  restricted.add(cover.toString('hex'));
  await sharer.sharing.unsharePlain(cover);
  await lastDescription(song).toMatchObject({ cover_id: null });
  // The description may arrive before the deletion.
  await expect.poll(() => host.stored()).toEqual([contentIdOf(song)]);
});

it('descriptions do not bring back a picture that another account unshares', async () => {
  const song = await sharer.addContent(Buffer.from('A song.'));
  await publish(song);
  await lastDescription(song).toMatchObject({ cover_id: thumbnailId });
  let isBusy = true;
  host.answer = ({ method }, response) => {
    if (method !== 'DELETE' || !isBusy) return false;
    respond(response, 503, {});
    return true;
  };
  await sharer.sharing.unshare(song, host.host);
  await sharer.until(() => sharer.shareOf(song, host.host)?.message);
  await sharer.sharing.signIn(host.host, 'a-token-of-the-host');
  const other = await sharer.addContent(Buffer.from('Another song.'));
  await publish(other);
  await sharer.untilState(other, host.host, 'shared');
  isBusy = false;
  await sharer.sharing.signIn(host.host);
  await expect.poll(() => host.stored()).toEqual([contentIdOf(other)]);
});
