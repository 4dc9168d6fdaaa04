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
  computerSettings,
  isLiveSetting,
  isSetByAction,
  isSettingName,
  nodeSettings,
  partsOf,
  type SettingName,
  settingNames,
  valueOf,
  valuesByName,
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
import type { SharedSettings } from './shared-settings.ts';

export interface SettingsServiceOptions {
  given: SettingsSources;
  settingsStore: SettingsLayer;
  /** Checks changes for problems that the schema cannot find. @throws NodeError `invalid_request` */
  tryOut?: (next: Settings, changed: readonly SettingName[], atStart: Settings) => Promise<void>;
  /** Checks again, within the command that writes, what replicas can change at the same time. @throws the same */
  tryOutShared?: (next: Settings, changed: readonly SettingName[]) => void;
  /** Restarts the node; undefined where the process cannot do that. */
  restart?: (() => void) | undefined;
}

/** Manages all settings; the dashboard can change them while the node runs. */
export class SettingsService {
  readonly #options: SettingsServiceOptions;
  readonly #listeners: ((settings: Settings) => void)[] = [];
  /** The settings of the node, where replicas share them. */
  #shared: SharedSettings | undefined;
  #atStart: Settings;
  /** The settings in use; those that need a restart keep their value from the start. */
  #now: Settings;

  /** @throws SettingsError */
  constructor(options: SettingsServiceOptions) {
    this.#options = options;
    this.#atStart = this.#now = this.#resolve();
  }

  /** All settings at the start of the node. */
  get atStart(): Settings {
    return this.#atStart;
  }

  /**
   * Uses the settings that replicas share in place of those of the node that are stored here, before the node starts.
   * @throws SettingsError
   */
  async join(shared: SharedSettings): Promise<void> {
    const { settingsStore } = this.#options;
    const own = withoutSettings(mergeSettings(settingsStore.read()), computerSettings);
    if (Object.keys(own).length > 0) {
      // An earlier version stored them for one replica.
      await shared.add(own);
      settingsStore.write({}, nodeSettings);
    }
    this.#shared = shared;
    this.#atStart = this.#now = this.#resolve();
  }

  get(): Settings {
    return this.#now;
  }

  state(): SettingsState {
    const layers = { ...this.#options.given, dashboard: this.#dashboard() };
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
    const shared = partOf(edit, nodeSettings);
    // Other replicas may have changed settings since the check.
    const checkAgain = () => this.#options.tryOutShared?.(this.check(edit), names);
    if (namesIn(shared).length > 0) await this.#shared?.write(shared, checkAgain);
    this.change(this.#shared ? partOf(edit, computerSettings) : edit);
    return this.state();
  }

  /**
   * Changes the given settings permanently; those of a replica must be settings of its computer.
   * @throws NodeError errors of `check`; then nothing changes
   */
  change(edit: SettingsEdit): void {
    const next = this.check(edit);
    this.keep(edit);
    this.#use(next);
  }

  /** Uses what another replica has changed. */
  reload(): void {
    this.#use(this.#resolve());
  }

  /**
   * Checks whether settings can be changed.
   * @returns all settings after the change
   * @throws NodeError `invalid_request` for unknown settings, for those that the command line or the environment fixes,
   *   and for invalid values
   */
  check(edit: SettingsEdit): Settings {
    const { reset = [], ...changes } = edit;
    const { given } = this.#options;
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
    const dashboard = withoutSettings(mergeSettings(this.#dashboard(), changes), reset) as SettingsInput;
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

  /** Returns what dashboards have changed. */
  #dashboard(): SettingsInput {
    const own = this.#options.settingsStore.read();
    return this.#shared ? (mergeSettings(own, this.#shared.read()) as SettingsInput) : own;
  }

  #resolve(): Settings {
    const { file, environment, commandLine } = this.#options.given;
    return resolveSettings(file, this.#dashboard(), environment, commandLine);
  }

  #use(next: Settings): void {
    this.#now = withLivePart(this.#now, next);
    for (const listener of this.#listeners) listener(this.#now);
  }
}

/** Returns the part of an edit that concerns these settings. */
function partOf({ reset = [], ...changes }: SettingsEdit, names: readonly SettingName[]): SettingsEdit {
  const others = settingNames.filter((name) => !names.includes(name));
  const part = withoutSettings(mergeSettings(changes), others) as SettingsInput;
  return { ...part, reset: reset.filter((name) => names.includes(name)) };
}

const isFixed = (name: SettingName, given: SettingsSources): boolean =>
  ['environment', 'command_line'].includes(sourceOf(name, { ...given, dashboard: {} }));

/** Returns each name once. A client may send unknown names. */
const namesIn = ({ reset = [], ...changes }: SettingsEdit): SettingName[] => [
  ...new Set([...valuesByName(changes).map(([name]) => name), ...reset]),
];

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
