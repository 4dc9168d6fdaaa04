import { join } from 'node:path';
import {
  type AlcoveNode,
  createNode,
  FileSecretStore,
  givenSettings,
  type NodeOptions,
  settleRestore,
} from '../src/node.ts';
import { KeySafe } from './keys/key-safe.ts';
import { startAgain } from './lifecycle/start-again.ts';
import { practiceLauncher } from './practice-launcher.ts';
import { DashboardSettings } from './settings-store.ts';

interface StartOptions {
  dataDir: string;
  /** Settings of the command line, each `section.name=value`. */
  assignments: string[];
  /** The folder of what is built. */
  built: string;
  logger: NodeOptions['logger'];
}

/** Starts the node of this app. */
export async function startNode({ dataDir, assignments, built, logger }: StartOptions): Promise<AlcoveNode> {
  const restoreNotices = await settleRestore(dataDir);
  const settingsStore = new DashboardSettings(dataDir);
  const secrets = new KeySafe(dataDir, new FileSecretStore(dataDir));
  logger.info({ key_store: secrets.backend ?? 'none' }, 'where the node keeps its key');
  const node = await createNode({
    dataDir,
    given: givenSettings(dataDir, assignments),
    secrets,
    settingsStore,
    dashboardDir: join(built, '../renderer'),
    practiceLauncher: practiceLauncher(join(built, 'practice-node.js')),
    restart: startAgain,
    notices: [...restoreNotices, ...secrets.notices, ...settingsStore.notices],
    logger,
  });
  await node.start();
  return node;
}
