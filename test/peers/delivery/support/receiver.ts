import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { DiskBlobStore } from '../../../../src/blobs/disk-store.ts';
import { proveWallet } from '../../../../src/chain/wallet-proof.ts';
import { serviceWallet } from '../../../../src/chain/wallets/own-wallet.ts';
import { ServiceKeys } from '../../../../src/chain/wallets/service-keys.ts';
import { createContent } from '../../../../src/content/create-content.ts';
import { Bandwidth } from '../../../../src/core/bandwidth.ts';
import { DeliveryRepository } from '../../../../src/db/deliveries.ts';
import { openDatabase } from '../../../../src/db/open.ts';
import { PeerRepository } from '../../../../src/db/peers.ts';
import { deliveredContents } from '../../../../src/delivered-contents.ts';
import { AddressPolicy } from '../../../../src/peers/address-policy.ts';
import { Delivery, type DeliveryState } from '../../../../src/peers/delivery/delivery.ts';
import type { LicenceBook } from '../../../../src/peers/delivery/licence-book.ts';
import { RemoteFetch } from '../../../../src/peers/fetch/remote-fetch.ts';
import { systemResolve } from '../../../../src/peers/guarded-connection.ts';
import { WalletSessions } from '../../../../src/peers/sharing/wallet-sessions.ts';
import { temporaryFolder } from '../../../start-test-node.ts';
import type { SellingNode } from './selling-node.ts';
import { licenceAddress, type SoldSong } from './sold-song.ts';

/** What of a private node gets deliveries: real store, database and connections, and a chain that says one thing. */
export async function startReceiver(song: SoldSong, nodes: readonly SellingNode[]) {
  const folder = temporaryFolder();
  const db = openDatabase(join(folder, 'alcove.db'));
  db.pragma('synchronous = OFF');
  db.exec("INSERT INTO platforms (id, network, address) VALUES (1, 'testnet', 'platform')");
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
  const peers = new PeerRepository(db);
  for (const { host, identity } of nodes) {
    peers.name(host, 'named', 1);
    peers.prove({
      ...{ host, publicKey: identity.id, version: '1.0.0', capabilities: '[]', metrics: '{}' },
      ...{ compatibility: 'compatible', warning: null, latencyMs: 1, nextAttempt: null },
      ...{ at: 1, elsewhereNextAttempt: 1, failureCode: null, failureMessage: null },
      ...{ failureRemedy: null, failureReportedBy: null },
    });
  }
  const asking = {
    guards: new AddressPolicy({ allowPrivateHosts: true, clock: Date.now }),
    resolve: systemResolve,
  };
  const sources = () => nodes.map(({ host }) => ({ host, trust: 'named', known: false }) as const);
  const misbehaved: [string, string][] = [];
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const fetch = new RemoteFetch({
    sources,
    store: content.copies,
    asking,
    maxBytes: 10_000_000,
    pace: new Bandwidth({ down: undefined, up: undefined }).down,
    clock: Date.now,
    onChange: tell,
    onReceived: () => {},
    onMisbehaved: () => {},
    timing: { hedgeMs: 60_000, retryMs: 5, briskMs: 60_000 },
  });
  const wallet = await serviceWallet(new ServiceKeys(nodeSecret), 'testnet');
  const signer = {
    address: async () => wallet.address.toString(),
    prove: (request: { domain: string; payload: string; now: number }) => proveWallet(wallet, request),
  };
  const book: LicenceBook = {
    network: 'testnet',
    platform: 1,
    signers: new Map([[wallet.raw, signer]]),
    owners: [wallet.raw],
    licence: (address) => (address === licenceAddress ? { ...song.licence, owner: wallet.raw } : undefined),
  };
  const delivery = new Delivery({
    rows: new DeliveryRepository(db),
    contents: deliveredContents(content),
    book: () => book,
    sessions: new WalletSessions(Date.now),
    isPaused: () => false,
    onMisbehaved: (host, reason) => misbehaved.push([host, reason]),
    onChange: tell,
    clock: Date.now,
    ...{ fetch, sources, peers, asking, logger },
  });
  const state = () => delivery.stateOf(licenceAddress);
  return {
    delivery,
    content,
    misbehaved,
    logged,
    state,
    /** Resolves when the delivery stands as it should; fails when the test's time is up. */
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
    stop: async () => {
      await delivery.stop();
      await fetch.stop();
      await content.stop();
      await blobs.close();
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
