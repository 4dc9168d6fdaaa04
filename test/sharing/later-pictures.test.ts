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
/** Whether thumbnails were made. */
let isMade: boolean;

const start = (): Promise<Sharer> =>
  startSharer({ folder, thumbnail: () => (isMade ? thumbnail : undefined) });

beforeEach(async () => {
  folder = temporaryFolder();
  isMade = true;
  [sharer, host] = await Promise.all([start(), startRecordingHost()]);
  await sharer.addPeer(host.host);
  await sharer.sharing.signIn(host.host);
});
afterEach(async () => {
  await sharer.stop();
  await host.stop();
});

const publish = (sha256: Buffer, pictureOf?: Buffer) =>
  sharer.sharing.share(sha256, { host: host.host, listed: false, pictureOf });

const coverOf = (sha256: Buffer) => expect.poll(() => host.described(sha256).at(-1)?.cover_id);

/** Records the facts of a made thumbnail, as the dashboard does. */
const recordThumbnail = (sha256: Buffer) =>
  sharer.db
    .prepare(
      `INSERT INTO content_media (sha256, state, maker, made_at, thumbnail_type, has_waveform)
       VALUES (?, 'made', 1, 1, 'image/png', 0)`,
    )
    .run(sha256);

it('pictures go to the host when they are made after the share, also for a list', async () => {
  isMade = false;
  const [song, list] = [
    await sharer.addContent(Buffer.from('A song.')),
    await sharer.addContent(Buffer.from('A list of songs.')),
  ];
  await publish(song);
  await publish(list, song);
  await coverOf(song).toBe(null);
  await coverOf(list).toBe(null);
  isMade = true;
  recordThumbnail(song);
  sharer.sharing.contentsChanged();
  await coverOf(song).toBe(thumbnailId);
  await coverOf(list).toBe(thumbnailId);
});

it('pictures go to the host at the start for shares from before', async () => {
  isMade = false;
  const song = await sharer.addContent(Buffer.from('A song.'));
  await publish(song);
  await sharer.until(() => sharer.describedAt(song, host.host));
  await sharer.close();
  isMade = true;
  sharer = await start();
  recordThumbnail(song);
  await sharer.close();
  sharer = await start();
  await coverOf(song).toBe(thumbnailId);
});

it('pictures follow a change of the cover, and the former one is unshared', async () => {
  const [former, cover] = [
    await sharer.addContent(pictureNamed('former')),
    await sharer.addContent(pictureNamed('cover')),
  ];
  const song = await sharer.addContent(Buffer.from('A song.'), { cover: former });
  await publish(song);
  await coverOf(song).toBe(contentIdOf(former));
  await sharer.edit(song, { cover }, Date.now());
  sharer.sharing.contentsChanged();
  await coverOf(song).toBe(contentIdOf(cover));
  await expect.poll(() => host.stored().sort()).toEqual([contentIdOf(song), contentIdOf(cover)].sort());
});

it('pictures follow a change that was made while a description was under way', async () => {
  const [former, cover] = [
    await sharer.addContent(pictureNamed('former')),
    await sharer.addContent(pictureNamed('cover')),
  ];
  const song = await sharer.addContent(Buffer.from('A song.'), { cover: former });
  let isEdited = false;
  host.answer = async ({ method, id, body }) => {
    if (method !== 'PATCH' || id !== contentIdOf(song) || body.cover_id !== contentIdOf(former) || isEdited)
      return false;
    isEdited = true;
    await sharer.edit(song, { cover }, Date.now() + 1);
    sharer.sharing.contentsChanged();
    return false;
  };
  await publish(song);
  await coverOf(song).toBe(contentIdOf(cover));
  await expect.poll(() => host.stored().sort()).toEqual([contentIdOf(song), contentIdOf(cover)].sort());
});

it('pictures are sent again after a refusal, at a start or a new sign-in at the latest', async () => {
  const refuse = { status: 403 };
  host.answer = ({ method, id }, response) => {
    if (method !== 'POST' || id !== thumbnailId || refuse.status === 200) return false;
    respond(response, refuse.status, { code: 'refused' });
    return true;
  };
  const song = await sharer.addContent(Buffer.from('A song.'));
  const state = () =>
    host.requests.filter(({ id, method }) => id === thumbnailId && method === 'POST').length;
  await publish(song);
  await expect.poll(state).toBe(1);
  await sharer.until(() => sharer.shareOf(sha256Of(thumbnail.bytes), host.host)?.message);
  expect(sharer.shareOf(sha256Of(thumbnail.bytes), host.host)?.state).toBe('waiting');
  // Too large for this host, which a pause does not change.
  refuse.status = 413;
  await sharer.sharing.signIn(host.host);
  await sharer.untilState(sha256Of(thumbnail.bytes), host.host, 'failed');
  refuse.status = 200;
  await sharer.sharing.signIn(host.host);
  await coverOf(song).toBe(thumbnailId);
});
