import type { Notice } from '../contract/dashboard-api/administration/monitoring.ts';
import type { Settings } from '../contract/settings.ts';
import type { PracticeChain } from '../contract/shell/practice-process.ts';
import type { SecretStore } from '../core/data-folder/secrets.ts';
import type { Logger } from '../core/log/logger.ts';
import type { SettingsLayer, SettingsSources } from '../core/settings.ts';
import type { NodeMonitor } from '../features/monitoring/index.ts';
import type { PracticeLauncher } from '../features/practice/index.ts';
import type { DashboardListener } from '../platform/http/listeners/dashboard-listener.ts';

export interface NodeOptions {
  /** Created with mode 0700; only one process at a time uses it. */
  dataDir: string;
  /** The settings given at the start; the dashboard's changes rank above the file and below the others. */
  given: SettingsSources;
  secrets: SecretStore;
  /** Stores the dashboard's changes of settings. */
  settingsStore: SettingsLayer;
  /** The folder of the built dashboard. */
  dashboardDir: string;
  /** Keeps the dashboard's port and sessions between nodes of one process; the caller stops it. */
  dashboard?: DashboardListener;
  /**
   * Whether the dashboard falls back to another port even if a setting names one, for a shell with a window of its own.
   */
  dashboardMayMove?: boolean;
  practiceLauncher: PracticeLauncher;
  /**
   * Stops this node and starts the node that the data folder then contains; the shell must call `finishRestore` before
   * it reads the folder. Without `restart`, only commands can restore, and settings that need a restart wait for one.
   */
  restart?: () => void;
  /** Notices present from the start, e.g. that the key is stored unprotected. */
  notices?: Notice[];
  logger: Logger;
}

export interface AlcoveNode {
  /**
   * Resolves when both listeners accept requests. A failed start releases all parts; the node cannot be started again.
   */
  start(): Promise<void>;
  /**
   * Reports to load balancers that this replica is not ready, and waits until they have noticed. Without replicas, it
   * resolves at once.
   */
  drain(): Promise<void>;
  /**
   * Stops all parts in reverse order and waits for them.
   * @throws AggregateError when a part could not be stopped; every other part has been released
   */
  stop(): Promise<void>;
  readonly nodeUrl: string;
  readonly dashboardUrl: string;
  /**
   * Opens a session of the dashboard.
   * @returns its token, which expires with the node
   */
  createDashboardSession(): string;
  /** Returns a new address of the dashboard for a browser. It opens one session, within ten minutes. */
  newDashboardAddress(): string;
  readonly publicKey: string;
  readonly nodeType: Settings['node']['type'];
  /** The settings at the start, including secrets. */
  readonly settings: Settings;
  /** State and notifications of the node, for the desktop shell. */
  readonly monitor: Pick<NodeMonitor, 'onState' | 'onNotification'>;
  /**
   * Lets the dashboard use a folder that the owner chose in the system’s dialog; the page itself names no paths.
   * @param use to watch it, to move everything stored there, or to back up the node to it
   * @returns the id of the selection
   */
  selectFolder(path: string, use: 'watch' | 'store' | 'backup'): string;
  /** @throws NodeError `invalid_request` when the command line or the environment fixes the setting */
  setPaused(paused: boolean): void;
  /** Sets the power source, as reported by the desktop shell; on battery, some nodes pause background work. */
  setOnBattery(isOnBattery: boolean): void;
  /**
   * Serves the embedded chain to other processes of this computer after its platform is deployed; default: any free
   * port.
   */
  shareChain(port?: number): Promise<PracticeChain>;
  /** Reconnects to unreachable peers and the chain after the computer resumed from sleep. */
  resumed(): void;
}
