import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describeBought } from '../../src/app/modules/bought-facts.ts';
import { createContent } from '../../src/app/modules/storage/content.ts';
import type { Activity } from '../../src/core/events/activity.ts';
import { coverLimits } from '../../src/core/image/cover-image.ts';
import { messageText } from '../../src/core/messages/message-text.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { signTonProof } from '../../src/features/chain/sign-ton-proof.ts';
import { feeWallet } from '../../src/features/chain/wallets/own-wallet.ts';
import { BoughtCollections } from '../../src/features/collections/index.ts';
import { CollectionRepository } from '../../src/features/collections/repository/collection-repository.ts';
import { RemoteFetch } from '../../src/features/fetch/remote-fetch.ts';
import { LicenceDecisionRepository } from '../../src/features/market/repository/licence-decisions.ts';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import { RemoteSignIns } from '../../src/features/public-nodes/remote-sign-ins.ts';
import { BoughtCovers } from '../../src/features/purchases/bought-covers.ts';
import type { ChainLicences } from '../../src/features/purchases/chain-licences.ts';
import { deliveredContents } from '../../src/features/purchases/delivered-contents.ts';
import { type DeliveryState, PurchaseDelivery } from '../../src/features/purchases/purchase-delivery.ts';
import { DeliveryRepository } from '../../src/features/purchases/repository/delivery-repository.ts';
import { DiskBlobStore } from '../../src/platform/blobs/store/disk-blob-store.ts';
import { AddressPolicy } from '../../src/platform/net/guarded/address-policy.ts';
import { systemResolve } from '../../src/platform/net/guarded/guarded-connection.ts';
import { Bandwidth } from '../../src/platform/net/transfers/bandwidth.ts';
import { GroupCommit } from '../../src/platform/sqlite/group-commit.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { walletKeysOf } from '../support/wallets/wallet-keys.ts';
import type { SellingNode } from './selling-node.ts';
import { licenceAddress, type SoldSong } from './sold-song.ts';

/** A wallet of this node's owner in a separate app. */
export const external = `0:${'d'.repeat(64)}`;

/**
 * The services of a private node for deliveries: real store, database and connections, and a simulated chain.
 */
export async function startReceiver(
  song: SoldSong,
  nodes: readonly SellingNode[],
  {
    folder = temporaryFolder(),
    isPaused = false,
    registeredCover,
  }: { folder?: string; isPaused?: boolean; registeredCover?: Buffer | undefined } = {},
) {
  const db = openTestDatabase(join(folder, 'alcove.db'));
  db.pragma('synchronous = OFF');
  db.exec("INSERT OR IGNORE INTO platforms (id, network, address) VALUES (1, 'testnet', 'platform')");
  const blobs = new DiskBlobStore({ dataDir: folder });
  await blobs.open();
  const nodeSecret = Buffer.alloc(32, 9);
  const logged: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => logged.push(line) });
  const content = createContent({
    ...{ db, blobs, nodeSecret, clock: Date.now, logger },
    users: { walletOf: () => null, usersOf: () => [] },
    quotaBytes: undefined,
    userQuotaBytes: 0,
    maxUploadBytes: 10_000_000,
    onChange: () => {},
    onBlockedChange: () => {},
  });
  const peers = new StoredPeers(new PeerRepository(db));
  for (const { host, identity } of nodes) {
    await peers.add(host, 'named', 1);
    await peers.recordProof({
      ...{ host, publicKey: identity.id, version: '1.0.0', capabilities: '[]', metrics: '{}' },
      ...{ compatibility: 'compatible', warning: null, latencyMs: 1, nextAttempt: null },
      ...{ at: 1, otherHostsNextAttempt: 1, failureCode: null, failureMessage: null },
      ...{ failureRemedy: null, failureReportedBy: null },
    });
  }
  const connection = {
    guards: new AddressPolicy({ allowPrivateHosts: true, clock: Date.now }),
    resolve: systemResolve,
  };
  const sources = () => nodes.map(({ host }) => ({ host, trust: 'named', known: false }) as const);
  const misbehaved: [string, string][] = [];
  const noted: Activity[] = [];
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  const fetchOptions = {
    sources,
    store: content.copies,
    connection,
    maxBytes: 10_000_000,
    pace: new Bandwidth({ down: undefined, up: undefined }).down,
    clock: Date.now,
    onChange: notify,
    onReceived: () => {},
    onMisbehaviour: () => {},
    timing: { hedgeMs: 60_000, retryMs: 5, fastWithinMs: 60_000 },
  };
  const fetch = new RemoteFetch(fetchOptions);
  const coverFetch = new RemoteFetch({ ...fetchOptions, maxBytes: coverLimits.bytes });
  const wallet = await feeWallet(walletKeysOf(nodeSecret), 'testnet');
  const signer = {
    address: async () => wallet.address.toString(),
    prove: (request: { domain: string; payload: string; now: number }) => signTonProof(wallet, request),
  };
  const ordered = AgeIdentity.generate();
  const rowOf = (address: string) =>
    db
      .prepare<[string], { owner: string; deliverTo: Buffer | null }>(
        'SELECT owner, deliver_to AS deliverTo FROM licences WHERE address = ?',
      )
      .get(address);
  const chain: ChainLicences = {
    network: 'testnet',
    platform: 1,
    accessTo: ({ owner, deliverTo }) => {
      if (owner === wallet.raw) return { wallet: signer };
      if (deliverTo?.equals(ordered.recipient.bytes)) return { identity: ordered };
      return { wallet: { address: async () => external } };
    },
    owners: [wallet.raw, external],
    isComplete: true,
    licence: (address) => {
      const row = rowOf(address);
      return row && { ...song.licence, owner: row.owner, deliverTo: row.deliverTo ?? undefined };
    },
  };
  const decisions = new LicenceDecisionRepository(db);
  const sessions = new RemoteSignIns(Date.now);
  const collections = new BoughtCollections({
    ...{ db, commands: new GroupCommit(db) },
    clock: Date.now,
    onChange: () => covers.purchasesChanged(),
  });
  const rows = new DeliveryRepository(db);
  let coverFailures = 0;
  const covers: BoughtCovers = new BoughtCovers({
    collections,
    items: rows,
    pictures: {
      isStored: (sha256) => content.copies.has(sha256),
      isBlocked: (sha256) => content.blocks.isBlocked(sha256),
      isCover: async () => true,
      hide: (sha256) => content.hidden.hide(sha256),
      pin: async (sha256) => {
        await content.copies.pin(sha256, true);
      },
    },
    fetch: coverFetch,
    isPaused: () => isPaused,
    logger,
    pauseMs: (failures) => {
      coverFailures = failures;
      return 5;
    },
  });
  covers.start();
  const delivery = new PurchaseDelivery({
    rows,
    decisions,
    contents: deliveredContents({
      sold: content.sold,
      isBlocked: (sha256) => content.blocks.isBlocked(sha256),
      registeredCover: () => registeredCover,
      hide: (sha256) => content.hidden.hide(sha256),
      describe: (sha256, bought) => describeBought(content, sha256, { ...bought, at: Date.now() }),
      collections,
      keys: content.keys,
      copies: content.copies,
      openFile: (sha256) => content.catalogue.reader(content.catalogue.get(sha256)),
    }),
    chain: () => chain,
    isPaused: () => isPaused,
    onMisbehaviour: (host, reason) => misbehaved.push([host, messageText(reason)]),
    note: (activity) => noted.push(activity),
    onChange: () => {
      covers.purchasesChanged();
      notify();
    },
    clock: Date.now,
    ...{ sessions, fetch, sources, peers, connection, logger },
  });
  const close = async () => {
    await Promise.all([delivery.stop(), covers.stop()]);
    await Promise.all([fetch.stop(), coverFetch.stop()]);
    await content.stop();
    await blobs.close();
    db.close();
  };
  const state = () => delivery.stateOf(licenceAddress);
  return {
    delivery,
    sessions,
    content,
    /** The hashes of the covers of collections. */
    covers: () => db.prepare<[], Buffer | null>('SELECT cover FROM collections').pluck().all(),
    /** The failed attempts in a row of the last cover. */
    triedCovers: () => coverFailures,
    wantedCovers: () => collections.wantedCovers(),
    /** Chooses a cover for the only collection. */
    chooseCover: (cover: Buffer) => {
      const id = db.prepare<[], string>('SELECT id FROM collections').pluck().get() ?? '';
      new CollectionRepository(db).edit(id, { cover }, 1);
    },
    misbehaved,
    logged,
    state,
    folder,
    own: wallet.raw,
    ordered,
    decisions,
    /** The entries of the activity log. */
    noted,
    /** Sets the holder of the licence on the chain to this wallet, by an order of this node if given. */
    putLicence: (
      owner: string,
      { isOrdered = owner === wallet.raw, deliverTo }: { isOrdered?: boolean; deliverTo?: Buffer } = {},
    ) => {
      if (isOrdered) decisions.order({ platform: 1, licence: licenceAddress, owner });
      db.prepare(
        `INSERT OR IGNORE INTO chain_contents (id, platform, content_index, price, withdrawn, is_first, address, owner,
           sha256, key_hash, content_type, resale_price, allow_resale, downloadable, created_at, updated_at, title,
           authors, hashtags, royalties, description)
         VALUES (1, 1, 0, 1, 0, 1, '0:1', '0:a', ?, ?, 'audio/mpeg', 1, 1, 1, 1, 1, '', '[]', '[]', '[]', '')`,
      ).run(song.encrypted, Buffer.from(song.facts.key_hash, 'hex'));
      db.prepare(
        `INSERT INTO licences (platform, address, content, licence_index, kind, owner, price, issued_at,
           transaction_hash, deliver_to)
         VALUES (1, ?, 1, 0, 'listen', ?, 1, 1, x'00', ?)
         ON CONFLICT DO UPDATE SET owner = excluded.owner, deliver_to = excluded.deliver_to`,
      ).run(licenceAddress, owner, deliverTo ?? null);
      delivery.chainChanged();
    },
    /** The reasons to keep the file here, as a copy. */
    kept: () => {
      const { pinned, copies } = content.storeUsage.used();
      return { pinned: pinned.contents, copies: copies.contents };
    },
    /** Resolves when the delivery has the expected state; fails at the time limit of the test. */
    until: (isSo: (state: DeliveryState) => boolean): Promise<DeliveryState> =>
      new Promise((resolve) => {
        const check = () => {
          const now = state();
          if (!isSo(now)) return;
          listeners.delete(check);
          resolve(now);
        };
        listeners.add(check);
        check();
      }),
    /** Ends like a node; its folder stays. */
    close,
    stop: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
