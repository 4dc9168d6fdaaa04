import { writeFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { chainState } from '../../src/contract/dashboard-api/chain.ts';
import { overview } from '../../src/contract/dashboard-api/monitoring.ts';
import { type DescribedSetting, settingsState } from '../../src/contract/dashboard-api/settings.ts';
import { isSecretSetting, settingNames, valueOf } from '../../src/contract/setting-names.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { ShellError } from '../shell-error.ts';
import { say } from '../words.ts';
import { recentLog } from './recent-log.ts';
import { redactor } from './redact.ts';

export interface ReportedNode {
  readonly dashboardUrl: string;
  readonly sessionToken: string;
  readonly settings: Settings;
}

interface ProblemReportOptions {
  node: ReportedNode;
  dataDir: string;
  logFile: string;
}

/** What helps to find a problem, as one text: the person reads it before it is saved, and sends it or not. */
export class ProblemReport {
  readonly #options: ProblemReportOptions;
  #made = '';

  constructor(options: ProblemReportOptions) {
    this.#options = options;
  }

  async make(): Promise<string> {
    const { node, dataDir, logFile } = this.#options;
    const redact = redactor({
      ...{ dataDir, home: homedir() },
      secrets: [node.sessionToken, ...secretSettings(node.settings)],
    });
    const sections: [title: string, text: string][] = [
      [say('report.settings'), redact(await this.#ask('/local/settings', changedSettings))],
      [say('report.node'), redact(await this.#ask('/local/overview', stateOf))],
      [say('report.chain'), redact(await this.#ask('/local/chain', chainOf))],
      [say('report.log'), redact(recentLog(logFile))],
    ];
    const texts = sections.map(([title, text]) => `${title}\n\n${text.trim() || say('report.nothing')}`);
    this.#made = [say('report.heading'), versions(), ...texts].join('\n\n').concat('\n');
    return this.#made;
  }

  /** Saves what `make` answered last, as it was read. */
  async saveAs(window: BrowserWindow | undefined): Promise<{ saved: boolean }> {
    const read = this.#made;
    const options = {
      title: say('report.save'),
      defaultPath: join(app.getPath('downloads'), 'alcove-report.txt'),
      properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
    };
    const { canceled, filePath } = await (window
      ? dialog.showSaveDialog(window, options)
      : dialog.showSaveDialog(options));
    if (canceled || !filePath) return { saved: false };
    await writeFile(filePath, read, { mode: 0o600 }).catch((cause: unknown) => {
      throw new ShellError(say('report.notSaved'), { cause });
    });
    return { saved: true };
  }

  /** What does not answer is said, since that may be the problem. */
  async #ask(path: string, tell: (answer: unknown) => string): Promise<string> {
    const { dashboardUrl, sessionToken } = this.#options.node;
    try {
      const answer = await fetch(new URL(path, dashboardUrl), {
        headers: { Authorization: `Bearer ${sessionToken}` },
        signal: AbortSignal.timeout(5000),
      });
      return tell(await answer.json());
    } catch (error) {
      return say('report.noAnswer', { message: error instanceof Error ? error.message : String(error) });
    }
  }
}

const inLines = (value: object): string => JSON.stringify(value, undefined, 2);

function stateOf(answer: unknown): string {
  const { node, storage, services, network, notices } = overview.parse(answer);
  const { version, node_type, codebase_branch, started_at } = node;
  return inLines({
    node: { version, node_type, codebase_branch, started_at },
    ...{ storage, services, network, notices },
  });
}

/** One a line, with where it comes from. */
function changedSettings(answer: unknown): string {
  const shown = ({ secret, value }: DescribedSetting) =>
    secret ? say('report.notShown') : JSON.stringify(value);
  return settingsState
    .parse(answer)
    .settings.filter(({ source }) => source !== 'default')
    .map((setting) => {
      const waits = setting.waits_for_restart ? `, ${say('report.fromNextStart')}` : '';
      return `${setting.name} = ${shown(setting)} (${setting.source}${waits})`;
    })
    .join('\n');
}

function secretSettings(now: Settings): string[] {
  return settingNames.filter(isSecretSetting).flatMap((name) => {
    const value = valueOf(now, name);
    return typeof value === 'string' ? value : [];
  });
}

function chainOf(answer: unknown): string {
  const { network, state, message, height, platform } = chainState.parse(answer);
  return inLines({ network, state, message, height, platform: { state: platform.state } });
}

function versions(): string {
  const { electron, chrome, node } = process.versions;
  const system = `${process.platform} ${release()} ${process.arch}`;
  return `Alcove ${app.getVersion()}, Electron ${electron}, Chromium ${chrome}, Node ${node}\n${system}, ${app.getLocale()}\n${new Date().toISOString()}`;
}
