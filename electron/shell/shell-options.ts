import type { BrowserWindow } from 'electron';
import type { Settings } from '../../src/contract/settings.ts';
import type { NodeNotification, NodeState } from '../../src/contract/shell/node-notifications.ts';
import type { StateFile } from '../core/state-file.ts';
import type { DownloadHandlers } from '../downloads/download-handlers.ts';
import type { FileHandover } from '../files/file-handover.ts';
import type { PageEvents } from '../ipc/page-events.ts';
import type { LaunchRequests } from '../launch/launch-requests.ts';
import type { Shutdown } from '../lifecycle/shutdown.ts';
import type { DashboardClient } from '../node/dashboard-client.ts';
import type { PreferenceStore } from '../preferences/preferences.ts';
import type { CloseToTray } from '../tray/close-to-tray.ts';
import type { TrayHost } from '../tray/tray-host.ts';
import type { Updates } from '../updates/updates.ts';
import type { MainWindow } from '../window/main-window.ts';
import type { WindowState } from '../window/window-state.ts';

/** The part of the node that the shell uses. */
interface ShellNode {
  readonly nodeUrl: string;
  readonly dashboardUrl: string;
  /** Opens a dashboard session. @returns its token */
  createDashboardSession(): string;
  readonly settings: Settings;
  readonly monitor: {
    onState(listener: (state: NodeState) => void): void;
    onNotification(listener: (notification: NodeNotification) => void): void;
  };
  /** Lets the dashboard use a folder that the user chose. @returns the id of the selection */
  selectFolder(path: string, use: 'watch' | 'store' | 'backup'): string;
  setPaused(paused: boolean): void;
  setOnBattery(isOnBattery: boolean): void;
  resumed(): void;
  stop(): Promise<void>;
}

export interface ShellOptions {
  node: ShellNode;
  dataDir: string;
  /** The data folder of the command line. */
  givenDataDir: string | undefined;
  /** The folder of the built files. */
  distFolder: string;
  logFile: string;
  requests: LaunchRequests;
  /** Whether to start without a window if there is a tray. */
  hidden: boolean;
  stateFile: (name: string) => StateFile;
  preferences: PreferenceStore;
  windowState: WindowState;
  /** The window that was opened while the node started. */
  firstWindow: BrowserWindow | undefined;
  shutdown: Shutdown;
  logger: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
}

export interface ShellServices {
  page: PageEvents;
  api: DashboardClient;
  sessionToken: string;
  trayHost: TrayHost;
  closeToTray: CloseToTray;
  updates: Updates;
  window: MainWindow;
  files: FileHandover;
  downloads: DownloadHandlers;
}
