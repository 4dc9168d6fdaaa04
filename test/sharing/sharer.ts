import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import type { Share } from '../../src/contract/dashboard-api/sharing.ts';
import { ownerId } from '../../src/core/caller.ts';
import { type Leader, soleLeader } from '../../src/core/concurrency/leader.ts';
import type { Activity } from '../../src/core/events/activity.ts';
import { nodeAddresses } from '../../src/features/chain/node-addresses.ts';
import { signFeeWalletProof } from '../../src/features/chain/sign-ton-proof.ts';
import { ContentRecordRepository } from '../../src/features/content/repository/content-record-repository.ts';
import { ContentRepository } from '../../src/features/content/repository/content-repository.ts';
import type { ContentEdits } from '../../src/features/content/repository/rows/content-rows.ts';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import type { EncryptedShares } from '../../src/features/sharing/encrypted-shares.ts';
import { ShareRowChanges } from '../../src/features/sharing/repository/replicated-shares.ts';
import { ShareCompanionRepository } from '../../src/features/sharing/repository/share-companion-repository.ts';
import { ShareHostRepository } from '../../src/features/sharing/repository/share-host-repository.ts';
import { SharePartRepository } from '../../src/features/sharing/repository/share-part-repository.ts';
import { ShareRepository } from '../../src/features/sharing/repository/share-repository.ts';
import type { ReadContent, ShareableContent } from '../../src/features/sharing/send-content.ts';
import type { ShareableContents } from '../../src/features/sharing/share-companions.ts';
import { shareNotices } from '../../src/features/sharing/share-records.ts';
import { SharingService } from '../../src/features/sharing/sharing-service.ts';
import { DiskBlobStore } from '../../src/platform/blobs/store/disk-blob-store.ts';
import { AddressPolicy } from '../../src/platform/net/guarded/address-policy.ts';
import { systemResolve } from '../../src/platform/net/guarded/guarded-connection.ts';
import type { Pace } from '../../src/platform/net/transfers/bandwidth.ts';
import type { Commands } from '../../src/platform/sqlite/commands.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { GroupCommit } from '../../src/platform/sqlite/group-commit.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { walletKeysOf } from '../support/wallets/wallet-keys.ts';

export const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Bytes without repetition. */
export function longFile(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.imul(at + seed, 2654435761) >>> 0, at);
  return bytes;
}

const startedAt = Date.parse('2026-05-05T10:00:00Z');
const timedOut = new Error('The condition was not met in time.');

const nothingEncrypted = () => {
  throw new Error('Nothing is encrypted here.');
};

/** The sharing services of a private node, with a real store and database, in a folder that outlives it. */
export async function startSharer(
  options: {
    folder?: string;
    partBytes?: number;
    pace?: Pace;
    nodeSecret?: Buffer;
    isPaused?: boolean;
    encrypted?: EncryptedShares;
    thumbnail?: ShareableContents['thumbnail'];
    previewOf?: ShareableContents['previewOf'];
    /** Makes it a replica. */
    replica?: { commandsOf: (db: Db) => Promise<Commands>; leader: Leader };
  } = {},
) {
  const folder = options.folder ?? temporaryFolder();
  const { nodeSecret = Buffer.alloc(32, 9) } = options;
  const db = openTestDatabase(join(folder, 'alcove.db'));
  db.pragma('synchronous = OFF');
  const commands = (await options.replica?.commandsOf(db)) ?? new GroupCommit(db);
  const blobs = new DiskBlobStore({ dataDir: folder });
  await blobs.open();
  const peers = new StoredPeers(new PeerRepository(db));
  await peers.open(() => {});
  const shares = new ShareRepository(db);
  const contents = new ContentRepository(db, commands);
  const records = new ContentRecordRepository(db);
  const activity: Activity[] = [];
  const logged: string[] = [];
  const sent = { bytes: 0, contents: 0 };
  const background = { isPaused: options.isPaused ?? false };
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  const keys = walletKeysOf(nodeSecret);
  const { node_address: address } = await nodeAddresses(keys, 'off');
  const read: ReadContent = (out, sha256, range) => {
    const size = records.get(sha256)?.size ?? 0;
    const checksums = contents.checksums(sha256) ?? Buffer.alloc(0);
    return blobs.sendTo(out, { sha256, size, checksums }, range);
  };
  const sharing = new SharingService({
    hosts: new ShareHostRepository(db),
    shares,
    encrypted: options.encrypted ?? {
      partsOf: () => [],
      restrictedAs: () => undefined,
      hasKey: () => false,
      keyOf: nothingEncrypted,
    },
    peers,
    nodeSecret,
    wallet: {
      address: async () => address,
      prove: (request) => signFeeWalletProof(keys, 'off', request),
    },
    companions: new ShareCompanionRepository(db),
    parts: new SharePartRepository(db),
    commands,
    leader: options.replica?.leader ?? soleLeader,
    isReplica: options.replica !== undefined,
    contents: {
      find: (sha256) => records.get(sha256),
      read,
      thumbnail: (sha256) => options.thumbnail?.(sha256),
      previewOf: (sha256) => options.previewOf?.(sha256),
    },
    connection: {
      guards: new AddressPolicy({ allowPrivateHosts: true, clock: Date.now }),
      resolve: systemResolve,
    },
    pace: options.pace,
    isPaused: () => background.isPaused,
    clock: Date.now,
    logger: pino({ level: 'trace' }, { write: (line) => logged.push(line) }),
    note: (entry) => activity.push(entry),
    recordExchange: (_host, { sentBytes = 0, sharedContents = 0 }) => {
      sent.bytes += sentBytes;
      sent.contents += sharedContents;
    },
    onChange: notify,
    onTransfer: notify,
    ...(options.partBytes ? { partBytes: options.partBytes } : {}),
  });
  commands.follow(new ShareRowChanges((...changes) => sharing.sharesChanged(...changes)));
  sharing.start();

  /** Resolves when the condition is met; fails at the time limit of the test. */
  const until = <T>(get: () => T | undefined | null | false): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        listeners.delete(check);
        reject(timedOut);
      }, 25_000);
      const check = () => {
        const found = get();
        if (found === undefined || found === null || found === false) return;
        clearTimeout(timer);
        listeners.delete(check);
        resolve(found);
      };
      listeners.add(check);
      check();
    });
  const edit = async (sha256: Buffer, about: Partial<ContentEdits>, at: number): Promise<void> => {
    await contents.edit(sha256, (record) => ({ ...record, ...about }), at);
  };
  const shareOf = (sha256: Buffer, host: string): Share | undefined =>
    sharing
      .sharesOf([sha256])
      .get(sha256.toString('hex'))
      ?.find((share) => share.host === host);
  return {
    sharing,
    folder,
    address,
    db,
    blobs,
    activity,
    logged,
    sent,
    background,
    until,
    read,
    shareOf,
    /** The last change of its description that the node received. */
    describedAt: (sha256: Buffer, host: string) => shares.get({ sha256, host })?.describedAt,
    /** Adds a node as if after a handshake. */
    addPeer: async (host: string, source: 'named' | 'practice' = 'named') => {
      await peers.add(host, source, startedAt);
      await peers.recordProof({
        ...{ host, publicKey: `key of ${host}`, version: '1.0.0', capabilities: '[]', metrics: '{}' },
        ...{ compatibility: 'compatible', warning: null, latencyMs: 1, nextAttempt: null },
        ...{ at: startedAt, otherHostsNextAttempt: startedAt, failureCode: null },
        ...{ failureMessage: null, failureRemedy: null },
      });
    },
    peers,
    notices: () => shareNotices(shares),
    addContent: async (bytes: Buffer, about: Partial<ShareableContent> = {}): Promise<Buffer> => {
      const staged = await blobs.write(Readable.from([bytes]), { maxBytes: 2 ** 30 });
      await staged.commit();
      const { sha256, size, checksums } = staged;
      const { name = 'file.txt', title = 'A file', ...more } = about;
      const row = { sha256, size, checksums, contentType: 'text/plain', name, title, uploadedBy: ownerId };
      await contents.add({ ...row, createdAt: startedAt });
      await edit(sha256, more, startedAt);
      return sha256;
    },
    hasContent: (sha256: Buffer) => records.get(sha256) !== undefined,
    /** Sets the description of a content. */
    edit,
    /** Deletes the content of the owner here. */
    removeContent: (sha256: Buffer) => contents.remove(sha256),
    /** Resolves with the share when it has the expected state. */
    untilState: (sha256: Buffer, host: string, state: Share['state']): Promise<Share> =>
      until(() => {
        const share = shareOf(sha256, host);
        return share?.state === state && share;
      }),
    /** Ends like a node; its folder stays. */
    close: async () => {
      await sharing.stop();
      await blobs.close();
      db.close();
    },
    stop: async () => {
      await sharing.stop();
      await blobs.close();
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Sharer = Awaited<ReturnType<typeof startSharer>>;
