import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../../src/core/log/logger.ts';
import { messageText } from '../../../src/core/messages/message-text.ts';
import { verifyTonProof } from '../../../src/features/auth/proof/verify-ton-proof.ts';
import { TonConnectRepository } from '../../../src/features/auth/repository/ton-connect-repository.ts';
import { TonConnect } from '../../../src/features/auth/ton-connect/ton-connect.ts';
import type {
  ConnectionKey,
  TonConnectOptions,
  WalletConnection,
} from '../../../src/features/auth/ton-connect/wallet-connection.ts';
import { loadWalletApps } from '../../../src/features/auth/ton-connect/wallets.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';
import { startTestBridge, type TestBridge } from '../../support/wallets/ton-connect-bridge.ts';

export const manifestUrl = 'https://node.example/api/tonconnect-manifest.json';
export const alice: ConnectionKey = { user: 'alice', sessionId: 'phone' };
export const bob: ConnectionKey = { user: 'bob', sessionId: 'laptop' };

/** A connection with its message in English. */
type SeenConnection = Omit<WalletConnection, 'message'> & { message: string | null };

export interface TestTonConnect {
  readonly service: TonConnect;
  readonly bridge: TestBridge;
  /** The linked wallets, by user, raw. */
  readonly linked: { user: string; address: string }[];
  /** Creates a link to be scanned. */
  link(key: ConnectionKey): Promise<string>;
  /** Resolves with the connection as soon as the condition is met. */
  until(key: ConnectionKey, condition: (connection: SeenConnection) => unknown): Promise<SeenConnection>;
  /** Makes the database reject writes, as on a full disk, until it is undone. */
  refuseWrites(refused: boolean): void;
  /** Stops the service and starts another one on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The service over a bridge on loopback, with a database in a folder of its own; ends with the test. */
export async function startTonConnect(options: Partial<TonConnectOptions> = {}): Promise<TestTonConnect> {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-test-'));
  const bridge = await startTestBridge();
  const wallets = loadWalletApps(bridge.writeWalletsFile(folder));
  const linked: TestTonConnect['linked'] = [];
  const watchers = new Set<() => void>();

  const start = async () => {
    const db = openTestDatabase(join(folder, 'alcove.db'));
    const service = new TonConnect({
      repository: new TonConnectRepository(db),
      wallets,
      linkWallet: async ({ user }, proof, domain) => {
        const rules = { domains: [domain], network: 'off', chain: undefined, now: Date.now() } as const;
        const { address } = await verifyTonProof(proof, rules);
        linked.push({ user, address });
        return { address };
      },
      mayAct: () => true,
      clock: Date.now,
      logger: createLogger('silent'),
      onChange: () => {
        for (const check of watchers) check();
      },
      ...options,
    });
    await service.start();
    return { db, service };
  };
  let running: Awaited<ReturnType<typeof start>> | undefined = await start();
  const test: TestTonConnect = {
    bridge,
    linked,
    get service() {
      if (!running) throw new Error('The service is stopped.');
      return running.service;
    },
    link: async (key) => (await test.service.newConnection({ ...key, manifestUrl })).connectionLink,
    until: (key, condition) =>
      new Promise((resolve) => {
        const check = (): void => {
          const current = running?.service.connectionOf(key);
          if (!current) return;
          const connection = { ...current, message: current.message && messageText(current.message) };
          if (!condition(connection)) return;
          watchers.delete(check);
          resolve(connection);
        };
        watchers.add(check);
        check();
      }),
    refuseWrites: (refused) => running?.db.pragma(`query_only = ${refused ? 'ON' : 'OFF'}`),
    restart: async () => {
      await test.stop();
      running = await start();
    },
    stop: async () => {
      await running?.service.stop();
      running?.db.close();
      running = undefined;
    },
  };
  onTestFinished(async () => {
    await test.stop();
    await bridge.stop();
    rmSync(folder, { recursive: true });
  });
  return test;
}
