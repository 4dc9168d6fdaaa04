import { type AddressInfo, createServer } from 'node:net';
import type * as z from 'zod';
import { type AlcoveNode, createNode } from '../app/node.ts';
import type { practiceChain, practiceReady } from '../contract/shell/practice-process.ts';
import { FileSecretStore } from '../core/data-folder/secrets.ts';
import { createLogger, type Logger } from '../core/log/logger.ts';
import { FileSettingsLayer } from '../core/settings.ts';
import { startPracticePeople, startPracticeWallet } from '../features/practice/runtime.ts';
import { controlClient } from './control-client.ts';

/**
 * The public node of the practice network: a complete node on loopback in a separate process. Its first argument is the
 * data folder; `people` as the second one lets practice people sell and buy there. It reports readiness and an upload
 * token to its parent, and ends with it.
 */

/** Electron's utility processes communicate over `parentPort`, Node's child processes over `process.send`. */
type UtilityProcess = NodeJS.Process & {
  parentPort?: {
    postMessage(message: unknown): void;
    on(event: 'message', listener: (event: { data: unknown }) => void): void;
  };
};
const { parentPort } = process as UtilityProcess;

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && wanted !== 0) resolve(freePort(0));
      else reject(error);
    });
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

const sendToParent = (message: z.input<typeof practiceReady> | z.input<typeof practiceChain>): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};

const tokenName = 'The node beside this one';

/** Creates a token for the parent and revokes those of earlier starts. */
async function tokenForParent(dataDir: string): Promise<string> {
  const control = controlClient(dataDir);
  const { tokens } = await control.listTokens();
  for (const { id } of tokens.filter(({ name }) => name === tokenName)) await control.revokeToken(id);
  const { token } = await control.createToken({ name: tokenName, scopes: ['storage:write', 'content:read'] });
  return token;
}

async function main(dataDir: string, withPeople: boolean): Promise<void> {
  const store = new FileSettingsLayer(dataDir);
  const logger = createLogger('warn');
  const port = await freePort(store.read().node?.port ?? 0);
  const nodeUrl = `http://127.0.0.1:${port}`;
  const node = await createNode({
    dataDir,
    given: {
      file: {},
      environment: {},
      commandLine: {
        node: { type: 'public', public_host: nodeUrl, port },
        dashboard: { port: 0 },
        network: { allow_private_hosts: true },
        chain: { network: 'embedded' },
      },
    },
    secrets: new FileSecretStore(dataDir),
    // The file stores the port and endpoint, which are not settings of this node.
    settingsStore: { read: () => ({}), write: (changes, dropped) => store.write(changes, dropped) },
    dashboardDir: dataDir,
    practiceLauncher: () => Promise.reject(new Error('A practice node has no practice network of its own.')),
    logger,
  });
  await node.start();
  // Keeps the port for the next start, because peers know this node by its address.
  store.write({ node: { port } });

  const parts: { stop(): Promise<void> }[] = [];
  const end = () => {
    Promise.all(parts.map((part) => part.stop()))
      .catch(() => {})
      .then(() => node.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', () => {});
  process.on('disconnect', end);
  parentPort?.on('message', ({ data }) => data === 'stop' && end());
  process.on('message', (message) => message === 'stop' && end());

  sendToParent({ event: 'ready', node_url: nodeUrl, token: await tokenForParent(dataDir) });
  await shareChain(node, { dataDir, store, parts, logger, withPeople }).catch((error: unknown) => {
    // The practice network works without a market.
    logger.error({ err: error }, 'serving the chain of the practice network failed');
  });
}

interface ShareChainOptions {
  dataDir: string;
  store: FileSettingsLayer;
  /** Whether people sell and buy there. */
  withPeople: boolean;
  /** What ends before the node. */
  parts: { stop(): Promise<void> }[];
  logger: Logger;
}

async function shareChain(
  node: AlcoveNode,
  { dataDir, store, parts, logger, withPeople }: ShareChainOptions,
): Promise<void> {
  const { endpoint } = store.read().chain ?? {};
  const chain = await node.shareChain(await freePort(endpoint ? Number(new URL(endpoint).port) : 0));
  // Keeps the endpoint for the next start, because other nodes on this computer use it.
  store.write({ chain: { endpoint: chain.endpoint } });
  const wallet = await startPracticeWallet({ dataDir, chain, logger }).catch((error: unknown) => {
    logger.error({ err: error }, 'the practice wallet app could not start');
    return undefined;
  });
  if (wallet) parts.push(wallet);
  sendToParent({
    event: 'chain',
    ...chain,
    wallet: wallet && { bridge_url: wallet.bridgeUrl, page_url: wallet.pageUrl },
  });
  if (!withPeople) return;
  const nodeUrl = node.settings.node.public_host ?? '';
  const party = await startPracticePeople({ dataDir, chain, logger, nodeUrl }).catch((error: unknown) => {
    logger.error({ err: error }, 'the practice people could not start');
    return undefined;
  });
  if (party) parts.push(party);
}

const [folder, people] = process.argv.slice(2);
if (!folder) throw new Error('The practice node needs its data folder as its argument.');
main(folder, people === 'people').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
