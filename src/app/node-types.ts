import type { Notice } from '../contract/dashboard-api/monitoring.ts';
import type { PracticeChain } from '../contract/practice-process.ts';
import type { Settings } from '../contract/settings.ts';
import type { SecretStore } from '../core/data-folder/secrets.ts';
import type { Logger } from '../core/log/logger.ts';
import type { GivenSettings, SettingsLayer } from '../core/settings.ts';
import type { NodeWatch } from '../features/monitoring/index.ts';
import type { PracticeLauncher } from '../features/practice/index.ts';
import type { DashboardListener } from '../platform/http/listeners/dashboard-listener.ts';

export interface NodeOptions {
  /** Made 0700; one process at a time has it. */
  dataDir: string;
  /** The settings that are given at the start; the dashboard's changes stand between them. */
  given: GivenSettings;
  secrets: SecretStore;
  /** Where the dashboard's own changes of settings are kept. */
  settingsStore: SettingsLayer;
  /** The folder of the built dashboard. */
  dashboardDir: string;
  /** Keeps the dashboard's port and its sessions from one node of this process to the next; whoever gives it stops it. */
  dashboard?: DashboardListener;
  /** Whether the dashboard takes another port even where a setting names one: for who opens it in a window of its own. */
  dashboardMayMove?: boolean;
  practiceLauncher: PracticeLauncher;
  /**
   * Ends this node, and starts the one that is in the data folder then; for that, the shell calls `settleRestore` before
   * it reads any of the folder. Without it, only commands restore, and settings that need a restart wait for one.
   */
  restart?: () => void;
  /** What the person should know from the start, e.g. that the key lies unprotected. */
  notices?: Notice[];
  logger: Logger;
}

export interface AlcoveNode {
  /** Resolves when both listeners answer. A start that fails releases everything: the node cannot be started again. */
  start(): Promise<void>;
  /**
   * Ends what runs, in reverse order, and waits for it.
   * @throws AggregateError where something could not be ended properly; everything else has been released then
   */
  stop(): Promise<void>;
  readonly nodeUrl: string;
  readonly dashboardUrl: string;
  /** Opens a session of the dashboard. @returns its token, which ends with the node */
  createDashboardSession(): string;
  /** Returns a new address of the dashboard for a browser. It opens one session, within ten minutes. */
  newDashboardAddress(): string;
  readonly publicKey: string;
  readonly nodeType: Settings['node']['type'];
  /** As they were when it started, secrets too. */
  readonly settings: Settings;
  /** For the desktop shell: how the node is, and what a person may want to hear of. */
  readonly watch: Pick<NodeWatch, 'onState' | 'onNews'>;
  /** @throws NodeError `invalid_request` where the command line or the environment fixes it */
  setPaused(paused: boolean): void;
  /** For the desktop shell, which knows: on battery, some nodes do less. */
  setOnBattery(isOnBattery: boolean): void;
  /** Lets other processes of this computer use the embedded chain, once its platform is there; at any free port by default. */
  shareChain(port?: number): Promise<PracticeChain>;
  /** The computer woke up: who could not be reached is asked again, the chain too. */
  wokeUp(): void;
}
