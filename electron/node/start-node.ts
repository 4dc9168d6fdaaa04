import { join } from 'node:path';
import type { AlcoveNode, NodeOptions } from '../../src/app/node.ts';
import { dataFolder } from '../../src/core/data-folder/data-folder.ts';
import { LogFile } from '../../src/core/log/log-file.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import { restart } from '../lifecycle/relaunch.ts';
import { EncryptedSecretStore } from '../secrets/encrypted-secret-store.ts';
import { ChangedSettingsError } from './changed-settings-error.ts';
import { DashboardSettings } from './dashboard-settings.ts';
import { practiceLauncher } from './practice-launcher.ts';

interface StartOptions {
  dataDir: string;
  /** Settings of the command line, each `section.name=value`. */
  assignments: string[];
  /** The folder of the built files. */
  distFolder: string;
  logger: NodeOptions['logger'];
}

/** Returns the folders of data and log. @param given the folder of the command line */
export function openDataFolder(given: string | undefined) {
  const dataDir = dataFolder(given);
  const logFile = join(dataDir, 'logs', 'alcove.log');
  return { dataDir, logFile, logger: createLogger(undefined, new LogFile(logFile)) };
}

/** Starts the node of this app. @throws ChangedSettingsError when it fails with the settings of the dashboard */
export async function startNode({
  dataDir,
  assignments,
  distFolder,
  logger,
}: StartOptions): Promise<AlcoveNode> {
  // Loaded after the window is shown, because the code of the node takes time to load.
  const { createNode, FileSecretStore, readSettingsSources, SettingsError, finishRestore } = await import(
    '../../src/app/node.ts'
  );
  const restoreNotices = await finishRestore(dataDir);
  const given = readSettingsSources(dataDir, assignments);
  const settingsStore = new DashboardSettings(dataDir);
  const secrets = new EncryptedSecretStore(dataDir, new FileSecretStore(dataDir));
  logger.info({ key_store: secrets.backend ?? 'none' }, 'the key store of the node’s secret');
  try {
    const node = await createNode({
      dataDir,
      given,
      secrets,
      settingsStore,
      logger,
      dashboardDir: join(distFolder, '../renderer'),
      practiceLauncher: practiceLauncher(join(distFolder, 'practice-node.js')),
      restart,
      dashboardMayMove: true,
      notices: [...restoreNotices, ...secrets.notices, ...settingsStore.notices],
    });
    await node.start();
    return node;
  } catch (error) {
    if (!(error instanceof SettingsError) || settingsStore.isEmpty) throw error;
    throw new ChangedSettingsError(error, () => settingsStore.reset());
  }
}
