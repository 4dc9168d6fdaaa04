import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type BrowserWindow, Notification, shell } from 'electron';
import type { DesktopState } from '../../src/contract/ipc.ts';
import type { LoginItem } from '../lifecycle/start-at-login.ts';
import type { PreferenceStore } from '../preferences.ts';
import { ProblemReport, type ReportedNode } from '../report/problem-report.ts';
import { ShellError } from '../shell-error.ts';
import { say } from '../words.ts';
import type { IpcHandlers } from './ipc.ts';

type DesktopHandlers = Pick<
  IpcHandlers,
  'folder.open' | 'language.get' | 'preferences.get' | 'preferences.set' | 'report.make' | 'report.saveAs'
>;

interface DesktopCallsOptions {
  node: ReportedNode;
  preferences: PreferenceStore;
  dataDir: string;
  logFile: string;
  window: () => BrowserWindow | undefined;
  hasTray: () => boolean;
  loginItem: Pick<LoginItem, 'isOn' | 'set'>;
}

/** How the app behaves on this desktop, its folders, and reports of problems. */
export class DesktopCalls {
  readonly #options: DesktopCallsOptions;
  readonly #report: ProblemReport;

  constructor(options: DesktopCallsOptions) {
    this.#options = options;
    this.#report = new ProblemReport(options);
  }

  readonly handlers: DesktopHandlers = {
    'folder.open': (folder) => this.openFolder(folder),
    'language.get': () => this.#options.preferences.get().language,
    'preferences.get': () => this.#state(),
    'preferences.set': ({ start_at_login, ...edit }) => {
      const { preferences, loginItem } = this.#options;
      if (start_at_login !== undefined) loginItem.set(start_at_login);
      preferences.change(edit);
      return this.#state();
    },
    'report.make': async () => ({ text: await this.#report.make() }),
    'report.saveAs': () => this.#report.saveAs(this.#options.window()),
  };

  /** @throws ShellError where nothing opens folders */
  async openFolder(folder: 'data' | 'logs'): Promise<void> {
    const { dataDir, logFile } = this.#options;
    const path = folder === 'data' ? dataDir : dirname(logFile);
    await mkdir(path, { recursive: true, mode: 0o700 });
    const failure = await shell.openPath(path);
    if (failure !== '') throw new ShellError(say('folder.notOpened', { path }));
  }

  #state(): DesktopState {
    const { preferences, hasTray, loginItem } = this.#options;
    const { keep_running, notifications } = preferences.get();
    return {
      ...{ keep_running, notifications },
      has_tray: hasTray(),
      start_at_login: loginItem.isOn,
      can_notify: Notification.isSupported(),
    };
  }
}
