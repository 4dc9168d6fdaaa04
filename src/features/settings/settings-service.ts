import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import type {
  SettingsEdit,
  SettingsState,
  settingsEdit,
} from '../../contract/dashboard-api/administration/settings.ts';
import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import type { InputError } from '../../contract/problems.ts';
import {
  isLiveSetting,
  isSetByAction,
  isSettingName,
  partsOf,
  type SettingName,
  settingNames,
  valueOf,
} from '../../contract/setting-names.ts';
import { type Settings, type SettingsInput, settings } from '../../contract/settings.ts';
import { inputErrorAt } from '../../core/messages/input-error.ts';
import { message, messageOfIssue } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import {
  mergeSettings,
  resolveSettings,
  type SettingProblem,
  type SettingsLayer,
  type SettingsSources,
  settingProblems,
  withoutSettings,
} from '../../core/settings.ts';
import { describeSetting, sourceOf } from './described-settings.ts';

export interface SettingsServiceOptions {
  given: SettingsSources;
  settingsStore: SettingsLayer;
  /** Checks changes for problems that the schema cannot find. @throws NodeError `invalid_request` */
  tryOut?: (next: Settings, changed: readonly SettingName[], atStart: Settings) => Promise<void>;
  /** Restarts the node; undefined where the process cannot do that. */
  restart?: (() => void) | undefined;
}

/** Manages all settings; the dashboard can change them while the node runs. */
export class SettingsService {
  /** All settings at the start of the node. */
  readonly atStart: Settings;
  readonly #options: SettingsServiceOptions;
  readonly #listeners: ((settings: Settings) => void)[] = [];
  /** The settings in use; those that need a restart keep their value from the start. */
  #now: Settings;

  /** @throws SettingsError */
  constructor(options: SettingsServiceOptions) {
    this.#options = options;
    const { file, environment, commandLine } = options.given;
    this.atStart = resolveSettings(file, options.settingsStore.read(), environment, commandLine);
    this.#now = this.atStart;
  }

  get(): Settings {
    return this.#now;
  }

  state(): SettingsState {
    const layers = { ...this.#options.given, dashboard: this.#options.settingsStore.read() };
    return {
      settings: settingNames.map((name) => describeSetting(name, layers, this.#now)),
      can_restart: this.#options.restart !== undefined,
    };
  }

  /** Calls `listener` with the current settings now and after each change. */
  follow(listener: (settings: Settings) => void): void {
    this.#listeners.push(listener);
    listener(this.#now);
  }

  /**
   * Changes settings for the dashboard.
   * @throws NodeError `invalid_request` naming each invalid setting; nothing changes then
   */
  async edit({ reset, ...changes }: z.infer<typeof settingsEdit>): Promise<SettingsState> {
    const edit = { ...changes, reset } as SettingsEdit;
    const next = this.check(edit);
    const names = namesIn(edit);
    refuse(names.filter(isSetByAction), 'settings.hasAction');
    await this.#options.tryOut?.(next, names, this.atStart);
    this.change(edit);
    return this.state();
  }

  /** Changes the given settings permanently. @throws NodeError errors of `check`; then nothing changes */
  change(edit: SettingsEdit): void {
    const next = this.check(edit);
    this.keep(edit);
    this.#now = withLivePart(this.#now, next);
    for (const listener of this.#listeners) listener(this.#now);
  }

  /**
   * Checks whether settings can be changed.
   * @returns all settings after the change
   * @throws NodeError `invalid_request` for unknown settings, for those that the command line or the environment fixes,
   *   and for invalid values
   */
  check(edit: SettingsEdit): Settings {
    const { reset = [], ...changes } = edit;
    const { given, settingsStore } = this.#options;
    const names = namesIn(edit);
    refuse(
      names.filter((name) => !isSettingName(name)),
      'settings.isUnknown',
    );
    refuse(
      names.filter((name) => isFixed(name, given)),
      'settings.isFixed',
    );
    const { file, environment, commandLine } = given;
    const dashboard = withoutSettings(mergeSettings(settingsStore.read(), changes), reset) as SettingsInput;
    const next = settings.safeParse(mergeSettings(file, dashboard, environment, commandLine));
    if (next.success) return next.data;
    throw refused(
      next.error.issues.map(({ path, message: problem }) => ({ name: path.slice(0, 2).join('.'), problem })),
    );
  }

  /** Stores changes that were checked before. */
  keep({ reset = [], ...changes }: SettingsEdit): void {
    this.#options.settingsStore.write(changes, reset);
  }

  /**
   * Returns a function that restarts the node.
   * @throws NodeError `precondition_failed` where the process cannot restart it
   */
  prepareRestart(): () => void {
    const { restart } = this.#options;
    if (restart) return restart;
    throw new NodeError('precondition_failed', 'settings.cannotRestart');
  }
}

const isFixed = (name: SettingName, given: SettingsSources): boolean =>
  ['environment', 'command_line'].includes(sourceOf(name, { ...given, dashboard: {} }));

/** Returns each name once. A client may send unknown names. */
function namesIn({ reset = [], ...changes }: SettingsEdit): SettingName[] {
  const named = Object.entries(changes).flatMap(([section, values]) =>
    Object.keys(values ?? {}).map((name) => `${section}.${name}`),
  );
  return [...new Set([...named, ...reset])] as SettingName[];
}

function refuse(names: readonly string[], problem: ConstantMessageId): void {
  if (names.length > 0) throw refused(names.map((name) => ({ name, problem })));
}

/** Creates the problem document of invalid settings. */
function refused(problems: readonly SettingProblem[]): NodeError {
  return unchanged(
    settingProblems(problems),
    problems.map(({ name, problem }) => inputErrorAt(`body.${name}`, messageOfIssue(problem))),
  );
}

/** Creates the problem document of settings with which nothing changed. */
export const unchanged = (problems: Message, errors: InputError[]): NodeError =>
  new NodeError('invalid_request', message('settings.unchanged', { problems }), { errors });

/** Returns `now` with those settings of `next` that can change while the node runs. */
function withLivePart(now: Settings, next: Settings): Settings {
  const merged = structuredClone(now) as unknown as Record<string, Record<string, unknown>>;
  for (const name of settingNames.filter(isLiveSetting)) {
    const [section, key] = partsOf(name);
    const value = valueOf(next, name);
    if (!isDeepStrictEqual(value, merged[section]?.[key]))
      merged[section] = { ...merged[section], [key]: value };
  }
  return merged as unknown as Settings;
}
