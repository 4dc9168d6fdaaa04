import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RecordingHost, startRecordingHost } from './recording-host.ts';
import { type Sharer, startSharer } from './sharer.ts';

let host: RecordingHost;
let sharer: Sharer;
let song: Buffer;
let first: Buffer;
let second: Buffer;

beforeEach(async () => {
  [sharer, host] = await Promise.all([startSharer(), startRecordingHost()]);
  await sharer.addPeer(host.host);
  await sharer.sharing.signIn(host.host);
  song = await sharer.addContent(Buffer.from('A song.'));
  first = await sharer.addContent(Buffer.from('The first collection.'));
  second = await sharer.addContent(Buffer.from('The second collection.'));
});
afterEach(async () => {
  await sharer.stop();
  await host.stop();
});

const publish = (sha256: Buffer, listed: boolean, partOf?: Buffer) =>
  sharer.sharing.share(sha256, { host: host.host, listed, partOf });

const unshare = (collection: Buffer) => sharer.sharing.unshareCollection([collection], host.host);

const publishedThere = (sha256: Buffer) => expect.poll(() => host.described(sha256).at(-1)?.published);

const stateOf = (sha256: Buffer) => sharer.shareOf(sha256, host.host)?.state;

/** Makes the database refuse a write. */
const refuse = (write: string, when: string) =>
  sharer.db.exec(`CREATE TEMP TRIGGER refused BEFORE ${write} WHEN ${when}
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);

it('parts are no longer listed when the last listed collection is unshared', async () => {
  await publish(first, true);
  await publish(song, true, first);
  await publish(second, false);
  await publish(song, false, second);
  await publishedThere(song).toBe(true);
  await sharer.untilState(song, host.host, 'shared');
  await unshare(first);
  await publishedThere(song).toBe(false);
  expect(stateOf(song)).toBe('shared');
});

it('parts stay listed for another listed collection, and when they were shared by themselves', async () => {
  const own = await sharer.addContent(Buffer.from('Another song.'));
  await publish(own, true);
  for (const collection of [first, second]) {
    await publish(collection, true);
    await publish(song, true, collection);
    await publish(own, true, collection);
  }
  await unshare(first);
  expect(sharer.shareOf(song, host.host)?.listed).toBe(true);
  await unshare(second);
  expect(sharer.shareOf(own, host.host)?.listed).toBe(true);
});

it('parts follow an inner collection that stays for an unlisted one', async () => {
  await publish(first, false);
  await publish(second, false, first);
  await publish(song, false, second);
  await publish(second, true);
  await publish(song, true, second);
  await publishedThere(second).toBe(true);
  await publishedThere(song).toBe(true);
  await unshare(second);
  await publishedThere(second).toBe(false);
  await publishedThere(song).toBe(false);
});

it('parts follow a collection that is shared again, unlisted', async () => {
  await publish(first, true);
  await publish(song, true, first);
  await publishedThere(song).toBe(true);
  await publish(first, false);
  await publishedThere(song).toBe(false);
});

it('parts leave together or not at all', async () => {
  const other = await sharer.addContent(Buffer.from('Another song.'));
  await publish(first, false);
  for (const part of [song, other]) publish(part, false, first);
  for (const one of [first, song, other]) await sharer.untilState(one, host.host, 'shared');
  refuse('UPDATE ON shares', `NEW.sha256 = x'${other.toString('hex')}'`);
  await expect(unshare(first)).rejects.toThrow('the disk is full');
  expect([first, song, other].map(stateOf)).toEqual(['shared', 'shared', 'shared']);
  sharer.db.exec('DROP TRIGGER refused');
  await unshare(first);
  await sharer.until(() => [first, song, other].every((one) => stateOf(one) === undefined));
});

it('parts are recorded together with their collection', async () => {
  await publish(first, false);
  refuse('INSERT ON share_parts', 'true');
  await expect(publish(song, false, first)).rejects.toThrow('the disk is full');
  expect(stateOf(song)).toBeUndefined();
  sharer.db.exec('DROP TRIGGER refused');
  await publish(song, false, first);
  expect(sharer.sharing.collectionShares([first])).toMatchObject([{ also_unshared: 1 }]);
});
