import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type AlcoveClient, createAlcoveClient, createLocalClient, type LocalClient } from '@alcove/client';
import { type AlcoveNode, createNode } from '../../../src/app/node.ts';
import { controlClient } from '../../../src/cli/control-client.ts';
import type { Scope } from '../../../src/contract/scopes.ts';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { FileSecretStore } from '../../../src/core/data-folder/secrets.ts';
import { createLogger, type Logger } from '../../../src/core/log/logger.ts';
import { FileSettingsLayer } from '../../../src/core/settings.ts';
import type { PracticeLauncher } from '../../../src/features/practice/practice-network.ts';
import { databasePath } from '../../../src/platform/sqlite/database-file.ts';
import { checkDocumented } from '../http/documented-problems.ts';
import { randomKey } from '../random-bytes.ts';
import { writeNewDatabase } from './test-database.ts';

export interface TestNode {
  node: AlcoveNode;
  dataDir: string;
  /** Calls the node API; `path` starts with `/`. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Calls the dashboard API with its session. */
  askLocal(path: string, init?: RequestInit): Promise<Response>;
  client(token?: string): AlcoveClient;
  localClient(): LocalClient;
  /** The session of `askLocal` and `localClient`. */
  sessionToken: string;
  /** Returns a new token, created as the owner would create it. */
  token(...scopes: Scope[]): Promise<string>;
  stop(): Promise<void>;
}

/** Returns a JSON body with its type, for `ask` and `askLocal`. */
export const json = (value: unknown): { body: string; headers: Record<string, string> } => ({
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'alcove-test-'));

/** A list of wallets without reachable bridges, because no test may connect to the bridges of real wallets. */
const unreachableWallets = fileURLToPath(new URL('../wallets/unreachable-wallets.json', import.meta.url));

/**
 * Like `fetch`. A test that has calculated for seconds, on a busy machine, would send its next request on a connection
 * that both sides close as idle as soon as their timers can run.
 */
export const fetchAfterTimers: typeof fetch = async (...request) => {
  await setTimeout(0);
  return fetch(...request);
};

/** Fetches from a node. @throws Error when the response is an undocumented problem; TypeError with its cause in the text */
async function checkedFetch(base: string, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetchAfterTimers(base + path, init).catch((error) => {
    if (error instanceof TypeError) error.message += `: ${init.method ?? 'GET'} ${path}: ${error.cause}`;
    throw error;
  });
  await checkDocumented(init.method ?? 'GET', path, response);
  return response;
}

/** Gives an empty data folder what a first start creates: its database and its key. */
function prepare(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) return;
  new FileSecretStore(folder).save(randomKey());
  writeNewDatabase(databasePath(folder));
}

/** Starts a real node on free ports. `stop` removes its data folder unless the folder was given. */
export async function startTestNode(
  options: {
    settings?: SettingsInput;
    dataDir?: string;
    dashboardDir?: string;
    practiceLauncher?: PracticeLauncher;
    restart?: () => void;
    logger?: Logger;
  } = {},
): Promise<TestNode> {
  const dataDir = options.dataDir ?? temporaryFolder();
  // A replica has the key of its cluster.
  if (options.settings?.node?.cluster_file === undefined) prepare(dataDir);
  const defaults = {
    node: { port: 0 },
    dashboard: { port: 0 },
    storage: { free_space_floor_bytes: 0 },
    sign_in: { wallets_file: unreachableWallets },
    // Depends on the computer's connection, and starts a process to read it.
    network: { pause_on_metered: false },
  };
  const node = await createNode({
    dataDir,
    given: { file: defaults, environment: {}, commandLine: options.settings ?? {} },
    secrets: new FileSecretStore(dataDir),
    settingsStore: new FileSettingsLayer(dataDir),
    dashboardDir: options.dashboardDir ?? dataDir,
    practiceLauncher: options.practiceLauncher ?? (() => Promise.reject(new Error('not in this test'))),
    ...(options.restart && { restart: options.restart }),
    logger: options.logger ?? createLogger(process.env.ALCOVE_LOG_LEVEL ?? 'silent'),
  });
  await node.start();
  const sessionToken = node.createDashboardSession();
  return {
    node,
    dataDir,
    ask: (path, init) => checkedFetch(node.nodeUrl, path, init),
    askLocal: (path, init) =>
      checkedFetch(node.dashboardUrl, path, {
        ...init,
        headers: { Authorization: `Bearer ${sessionToken}`, ...init?.headers },
      }),
    client: (token) => createAlcoveClient({ url: node.nodeUrl, token, fetch: fetchAfterTimers }),
    localClient: () =>
      createLocalClient({ url: node.dashboardUrl, token: sessionToken, fetch: fetchAfterTimers }),
    sessionToken,
    token: async (...scopes) => (await controlClient(dataDir).createToken({ name: 'test', scopes })).token,
    stop: async () => {
      await node.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
