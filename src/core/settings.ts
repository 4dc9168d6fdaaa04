import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { type Settings, type SettingsInput, settings } from '../contract/settings.ts';
import { writePrivateFile } from './secrets.ts';

/** One source of settings. The dashboard's own changes are the one that is also written. */
export interface SettingsLayer {
  read(): SettingsInput;
  write(changes: SettingsInput): void;
}

type Sections = Record<string, Record<string, unknown>>;

/** A setting that cannot be used; `message` names it, where it came from and what it must be. */
export class SettingsError extends Error {}

const shape = settings.shape as unknown as Record<string, z.ZodType>;

function innerShape(section: string): Record<string, z.ZodType> | undefined {
  let schema = shape[section] as
    | (z.ZodType & { unwrap?: () => z.ZodType; shape?: Record<string, z.ZodType> })
    | undefined;
  while (schema && !schema.shape && schema.unwrap) schema = schema.unwrap() as typeof schema;
  return schema?.shape;
}

function schemaOf(section: string, name: string): z.ZodType | undefined {
  const known = Object.hasOwn(shape, section) ? innerShape(section) : undefined;
  return known && Object.hasOwn(known, name) ? known[name] : undefined;
}

/** Turns the text of a command line or the environment into what the setting's schema expects. */
function fromText(section: string, name: string, text: string): unknown {
  const schema = schemaOf(section, name);
  if (!schema) throw new SettingsError(`There is no setting ${section}.${name}.`);
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

/** Whether there is such a setting, and this value is one for it. */
export const isUsableSetting = (section: string, name: string, value: unknown): boolean =>
  schemaOf(section, name)?.safeParse(value).success === true;

const isSecret = (section: string, name: string): boolean => schemaOf(section, name)?.meta()?.secret === true;

/** `--set section.name=value`, repeated; secrets are refused (protocol, section 8). */
export function settingsFromArguments(assignments: readonly string[]): SettingsInput {
  const sections: Sections = {};
  for (const assignment of assignments) {
    const match = /^([a-z_]+)\.([a-z_]+)=(.*)$/s.exec(assignment);
    if (!match) throw new SettingsError(`--set takes section.name=value, not “${assignment}”.`);
    const [, section = '', name = '', text = ''] = match;
    if (isSecret(section, name)) {
      throw new SettingsError(
        `${section}.${name} is a secret, and command lines are seen by others on this computer. Give it as ALCOVE_${section.toUpperCase()}__${name.toUpperCase()} or in settings.json.`,
      );
    }
    sections[section] = { ...sections[section], [name]: fromText(section, name, text) };
  }
  return sections as SettingsInput;
}

/** `ALCOVE_SECTION__NAME`, upper case, two underscores between the parts. */
export function settingsFromEnvironment(environment: NodeJS.ProcessEnv): SettingsInput {
  const sections: Sections = {};
  for (const [variable, text] of Object.entries(environment)) {
    const match = /^ALCOVE_([A-Z_]+?)__([A-Z_]+)$/.exec(variable);
    if (!match || text === undefined) continue;
    const section = (match[1] ?? '').toLowerCase();
    const name = (match[2] ?? '').toLowerCase();
    sections[section] = { ...sections[section], [name]: fromText(section, name, text) };
  }
  return sections as SettingsInput;
}

function merge(layers: readonly SettingsInput[]): Sections {
  const merged: Sections = {};
  for (const layer of layers) {
    for (const [section, values] of Object.entries(layer as Sections)) {
      const given = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
      merged[section] = { ...merged[section], ...Object.fromEntries(given) };
    }
  }
  return merged;
}

/**
 * Puts the layers together, weakest first, and checks the whole (protocol, section 8).
 * @throws SettingsError naming every setting that is wrong
 */
export function resolveSettings(...layers: SettingsInput[]): Settings {
  const result = settings.safeParse(merge(layers));
  if (result.success) return result.data;
  const reasons = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(`These settings cannot be used: ${reasons.join('; ')}`);
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
    throw new SettingsError(`${path} is not valid JSON. Mend it or remove it.`, { cause });
  }
  const isObject = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part);
  if (isObject(value) && Object.values(value as object).every(isObject)) return value as SettingsInput;
  throw new SettingsError(`${path} must hold sections of settings: { "section": { "name": value } }.`);
}

/** The settings that a person wrote into `<dataDir>/settings.json`. */
export const settingsFromFile = (dataDir: string): SettingsInput => readJson(join(dataDir, 'settings.json'));

/** The dashboard's changes, in `<dataDir>/dashboard-settings.json` where there is no desktop shell. */
export class FileSettingsLayer implements SettingsLayer {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'dashboard-settings.json');
  }

  read(): SettingsInput {
    return readJson(this.#path);
  }

  write(changes: SettingsInput): void {
    writePrivateFile(this.#path, `${JSON.stringify(merge([this.read(), changes]), null, 2)}\n`);
  }
}
