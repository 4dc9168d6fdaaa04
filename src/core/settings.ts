import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import type { Message } from '../contract/messages/message.ts';
import { isSecretSetting, isSettingName, schemaOf as schemaOfSetting } from '../contract/setting-names.ts';
import { type Settings, type SettingsInput, settings } from '../contract/settings.ts';
import { writePrivateFile } from './data-folder/secrets.ts';
import { MessageError, message, messageOfIssue } from './messages/message.ts';

/** The settings that the dashboard changes; all other sources are only read. */
export interface SettingsLayer {
  read(): SettingsInput;
  /** Changes the given settings, and removes the dropped ones (`section.name`). */
  write(changes: SettingsInput, dropped?: readonly string[]): void;
}

/** The other layers: the file has lower priority than the dashboard's changes, the rest higher. */
export interface SettingsSources {
  file: SettingsInput;
  environment: SettingsInput;
  commandLine: SettingsInput;
}

type Sections = Record<string, Record<string, unknown>>;

/** An invalid setting; the text names it, its source and the valid values. */
export class SettingsError extends MessageError {}

function schemaOf(section: string, name: string): z.ZodType | undefined {
  const full = `${section}.${name}`;
  return isSettingName(full) ? schemaOfSetting(full) : undefined;
}

/** Converts text of a command line or the environment to the input of the setting's schema. */
function fromText(section: string, name: string, text: string): unknown {
  const schema = schemaOf(section, name);
  if (!schema) throw new SettingsError(message('startup.settingUnknown', { setting: `${section}.${name}` }));
  const candidates: unknown[] = [text];
  if (/^-?\d+(\.\d+)?$/.test(text)) candidates.unshift(Number(text));
  if (text === 'true' || text === 'false') candidates.unshift(text === 'true');
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  candidates.push(list);
  const fitting = candidates.find((candidate) => schema.safeParse(candidate).success);
  if (fitting !== undefined) return fitting;
  return schema.safeParse([]).success ? list : text;
}

/** Returns whether the setting exists and the value is valid for it. */
export const isUsableSetting = (section: string, name: string, value: unknown): boolean =>
  schemaOf(section, name)?.safeParse(value).success === true;

function isSecret(section: string, name: string): boolean {
  const full = `${section}.${name}`;
  return isSettingName(full) && isSecretSetting(full);
}

/** Parses `--set section.name=value`, repeated; secrets are refused. */
export function settingsFromArguments(assignments: readonly string[]): SettingsInput {
  const sections: Sections = {};
  for (const assignment of assignments) {
    const match = /^([a-z_]+)\.([a-z0-9_]+)=(.*)$/s.exec(assignment);
    if (!match) throw new SettingsError(message('startup.assignmentInvalid', { given: assignment }));
    const [, section = '', name = '', text = ''] = match;
    if (isSecret(section, name)) {
      const variable = `ALCOVE_${section.toUpperCase()}__${name.toUpperCase()}`;
      throw new SettingsError(message('startup.settingSecret', { setting: `${section}.${name}`, variable }));
    }
    sections[section] = { ...sections[section], [name]: fromText(section, name, text) };
  }
  return sections as SettingsInput;
}

/** Parses `ALCOVE_SECTION__NAME`: upper case, two underscores between the parts. */
export function settingsFromEnvironment(environment: NodeJS.ProcessEnv): SettingsInput {
  const sections: Sections = {};
  for (const [variable, text] of Object.entries(environment)) {
    const full = /^ALCOVE_([A-Z0-9_]+)$/.exec(variable)?.[1]?.toLowerCase() ?? '';
    const between = full.indexOf('__', 1);
    const section = full.slice(0, between);
    const name = full.slice(between + 2);
    if (between === -1 || name === '' || text === undefined) continue;
    sections[section] = { ...sections[section], [name]: fromText(section, name, text) };
  }
  return sections as SettingsInput;
}

/** Merges layers, lowest priority first. */
export function mergeSettings(...layers: readonly SettingsInput[]): Sections {
  const merged: Sections = {};
  for (const layer of layers) {
    for (const [section, values] of Object.entries(layer as Sections)) {
      const given = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
      merged[section] = { ...merged[section], ...Object.fromEntries(given) };
    }
  }
  return merged;
}

/** Returns the sections without these settings, each `section.name`. */
export function withoutSettings(sections: Sections, dropped: readonly string[]): Sections {
  const kept = Object.entries(sections).map(([section, values]) => {
    const left = Object.entries(values).filter(([name]) => !dropped.includes(`${section}.${name}`));
    return [section, Object.fromEntries(left)] as const;
  });
  return Object.fromEntries(kept.filter(([, values]) => Object.keys(values).length > 0));
}

/** What is wrong with a setting: the id of a message, or an English text of zod. */
export interface SettingProblem {
  name: string;
  problem: string;
}

/** Combines problems, at least one, in one message. */
export const settingProblems = (problems: readonly SettingProblem[]): Message =>
  problems
    .map(({ name, problem }) =>
      message('startup.settingInvalid', { setting: name, problem: messageOfIssue(problem) }),
    )
    .reduce((first, second) => message('general.both', { first, second }));

/** Merges and validates layers, lowest priority first; throws a SettingsError naming every invalid setting. */
export function resolveSettings(...layers: SettingsInput[]): Settings {
  const result = settings.safeParse(mergeSettings(...layers));
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message: problem }) => ({
    name: path.join('.'),
    problem,
  }));
  throw new SettingsError(message('startup.settingsInvalid', { problems: settingProblems(problems) }));
}

function readJson(path: string): SettingsInput {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SettingsError(message('startup.settingsNotJson', { path }), { cause });
  }
  const isObject = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part);
  if (isObject(value) && Object.values(value as object).every(isObject)) return value as SettingsInput;
  throw new SettingsError(message('startup.settingsNotSections', { path }));
}

/** Reads the settings in `<dataDir>/settings.json`, which the user edits. */
export const settingsFromFile = (dataDir: string): SettingsInput => readJson(join(dataDir, 'settings.json'));

/** Stores the dashboard's changes in `<dataDir>/dashboard-settings.json`, for nodes without a desktop shell. */
export class FileSettingsLayer implements SettingsLayer {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'dashboard-settings.json');
  }

  read(): SettingsInput {
    return readJson(this.#path);
  }

  write(changes: SettingsInput, dropped: readonly string[] = []): void {
    const kept = withoutSettings(mergeSettings(this.read(), changes), dropped);
    writePrivateFile(this.#path, `${JSON.stringify(kept, null, 2)}\n`);
  }
}
