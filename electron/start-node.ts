import { join } from 'node:path';
import {
  type AlcoveNode,
  createNode,
  FileSecretStore,
  givenSettings,
  type NodeOptions,
  SettingsError,
  settleRestore,
} from '../src/app/node.ts';
import { KeySafe } from './keys/key-safe.ts';
import { ChangedSettingsError } from './lifecycle/changed-settings-error.ts';
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

/** Starts the node of this app. @throws ChangedSettingsError where those of the dashboard are in its way */
export async function startNode({ dataDir, assignments, built, logger }: StartOptions): Promise<AlcoveNode> {
  const restoreNotices = await settleRestore(dataDir);
  const given = givenSettings(dataDir, assignments);
  const settingsStore = new DashboardSettings(dataDir);
  const secrets = new KeySafe(dataDir, new FileSecretStore(dataDir));
  logger.info({ key_store: secrets.backend ?? 'none' }, 'where the node keeps its key');
  const options: NodeOptions = {
    ...{ dataDir, given },
    secrets,
    settingsStore,
    dashboardDir: join(built, '../renderer'),
    practiceLauncher: practiceLauncher(join(built, 'practice-node.js')),
    restart: startAgain,
    dashboardMayMove: true,
    notices: [...restoreNotices, ...secrets.notices, ...settingsStore.notices],
    logger,
  };
  try {
    const node = await createNode(options);
    await node.start();
    return node;
  } catch (error) {
    if (!(error instanceof SettingsError) || settingsStore.isEmpty) throw error;
    throw new ChangedSettingsError(error, () => settingsStore.putAside());
  }
}
