import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import { app, type BrowserWindow } from 'electron';
import { overview } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import {
  type DescribedSetting,
  settingsState,
} from '../../src/contract/dashboard-api/administration/settings.ts';
import { chainState } from '../../src/contract/dashboard-api/chain.ts';
import { isSecretSetting, settingNames, valueOf } from '../../src/contract/setting-names.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { ShellError } from '../core/shell-error.ts';
import { chooseTarget } from '../files/dialogs.ts';
import { t } from '../i18n/translate.ts';
import type { IpcHandlersOf } from '../ipc/serve-ipc.ts';
import type { DashboardClient } from '../node/dashboard-client.ts';
import { redactor } from './redact.ts';

interface ProblemReportOptions {
  api: DashboardClient;
  sessionToken: string;
  settings: Settings;
  dataDir: string;
  logFile: string;
  window: () => BrowserWindow | undefined;
}

/** Builds the text of a problem report, which the user reads before saving it. */
export class ProblemReport {
  readonly #options: ProblemReportOptions;
  #text = '';

  constructor(options: ProblemReportOptions) {
    this.#options = options;
  }

  readonly handlers: IpcHandlersOf<'report'> = {
    'report.make': async () => ({ text: await this.#build() }),
    'report.saveAs': () => this.#save(),
  };

  async #build(): Promise<string> {
    const { sessionToken, settings, dataDir, logFile } = this.#options;
    const redact = redactor({
      dataDir,
      home: homedir(),
      secrets: [sessionToken, ...secretSettings(settings)],
    });
    const sections: [title: string, text: string][] = [
      [t('report.settings'), redact(await this.#request('/local/settings', changedSettings))],
      [t('report.node'), redact(await this.#request('/local/overview', stateOf))],
      [t('report.chain'), redact(await this.#request('/local/chain', chainOf))],
      [t('report.log'), redact(recentLog(logFile))],
    ];
    const texts = sections.map(([title, text]) => `${title}\n\n${text.trim() || t('report.nothing')}`);
    this.#text = [t('report.heading'), versions(), ...texts].join('\n\n').concat('\n');
    return this.#text;
  }

  /** Saves the text that was built last, as the user read it. */
  async #save(): Promise<{ saved: boolean }> {
    const text = this.#text;
    const choice = { name: 'alcove-report.txt', title: t('report.save') };
    const target = await chooseTarget(this.#options.window(), choice);
    if (target === undefined) return { saved: false };
    await writeFile(target, text, { mode: 0o600 }).catch((cause: unknown) => {
      throw new ShellError(t('report.notSaved'), { cause });
    });
    return { saved: true };
  }

  /** Describes a response, or its failure, which may be the reported problem. */
  async #request(path: string, describe: (response: unknown) => string): Promise<string> {
    try {
      return describe(await this.#options.api.get(path, { signal: AbortSignal.timeout(5000) }));
    } catch (error) {
      return t('report.noAnswer', { message: error instanceof Error ? error.message : String(error) });
    }
  }
}

const toJson = (value: object): string => JSON.stringify(value, undefined, 2);

function stateOf(response: unknown): string {
  const { node, storage, services, network, notices } = overview.parse(response);
  const { version, node_type, codebase_branch, started_at } = node;
  return toJson({
    node: { version, node_type, codebase_branch, started_at },
    storage,
    services,
    network,
    notices,
  });
}

/** Returns the settings that differ from their defaults, one per line, with their sources. */
function changedSettings(response: unknown): string {
  const shown = ({ secret, value }: DescribedSetting) =>
    secret ? t('report.notShown') : JSON.stringify(value);
  return settingsState
    .parse(response)
    .settings.filter(({ source }) => source !== 'default')
    .map((setting) => {
      const restartNote = setting.waits_for_restart ? `, ${t('report.fromNextStart')}` : '';
      return `${setting.name} = ${shown(setting)} (${setting.source}${restartNote})`;
    })
    .join('\n');
}

function secretSettings(now: Settings): string[] {
  return settingNames.filter(isSecretSetting).flatMap((name) => {
    const value = valueOf(now, name);
    return typeof value === 'string' ? value : [];
  });
}

function chainOf(response: unknown): string {
  const { network, state, message, height, platform } = chainState.parse(response);
  return toJson({ network, state, message, height, platform: { state: platform.state } });
}

function versions(): string {
  const { electron, chrome, node } = process.versions;
  const system = `${process.platform} ${release()} ${process.arch}`;
  return `Alcove ${app.getVersion()}, Electron ${electron}, Chromium ${chrome}, Node ${node}\n${system}, ${app.getLocale()}\n${new Date().toISOString()}`;
}

const maxBytes = 200 * 1024;

/** Returns the last whole lines of the log, at most 200 KiB. */
function recentLog(logFile: string): string {
  const lines: string[] = [];
  let remainingBytes = maxBytes;
  for (const path of [logFile, `${logFile}.1`]) {
    const text = readTail(path, remainingBytes);
    lines.unshift(text);
    remainingBytes -= text.length;
    if (remainingBytes <= 0) break;
  }
  return lines.join('');
}

function readTail(path: string, bytes: number): string {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const start = Math.max(0, size - bytes);
      const buffer = Buffer.alloc(size - start);
      const text = buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, start));
      // Drops the first line, which may be truncated, because secrets in it might not be recognised.
      return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
