import * as z from 'zod';
import type {
  DescribedSetting,
  SettingsEdit,
  SettingValue,
} from '../../../../src/contract/dashboard-api/administration/settings.ts';
import {
  innerSchemaOf,
  partsOf,
  type SettingName,
  schemaOf,
  settingNames,
  valueOf,
} from '../../../../src/contract/setting-names.ts';
import { type Settings, settings } from '../../../../src/contract/settings.ts';
import { formatCount, typableNumber } from '../../../lib/format/format.ts';
import { amountText, parseTon, typableTon } from '../../../lib/format/ton.ts';
import { currentLocale, t } from '../../../lib/i18n/language.ts';
import { kinds, type SettingKind } from '../sections.ts';

/** Unsaved input. */
export type Drafts = { [Name in SettingName]?: string | boolean };

const isRussian = () => currentLocale().startsWith('ru');
const hasLines: readonly SettingKind[] = ['lines', 'origins', 'hosts'];

/** Returns a value as text of its field. */
export function textOf(name: SettingName, value: SettingValue): string | boolean {
  const kind = kinds[name];
  if (kind === 'switch') return value === true;
  if (value === null) return '';
  if (Array.isArray(value)) return value.join('\n');
  if (kind === 'size' || kind === 'rate') return sizeOf(Number(value));
  if (kind === 'duration') return withUnit(Number(value), timeUnits, 3, isRussian());
  return kind === 'ton' ? typableTon(String(value)) : String(value);
}

/**
 * Parses the text of a field; null if it is empty, undefined if it has the wrong type. `problemOf` validates the value.
 */
export function valueOfText(name: SettingName, typed: string | boolean): SettingValue | undefined {
  if (typeof typed === 'boolean') return typed;
  const kind = kinds[name];
  const text = typed.trim();
  if (hasLines.includes(kind)) return lines(text);
  if (text === '') return null;
  switch (kind) {
    case 'size':
    case 'rate':
      return readWithUnit(text, typedByteUnits);
    case 'duration':
      return readWithUnit(text, timeUnits);
    case 'ton':
      return parseTon(text).nano?.toString();
    case 'port':
    case 'count':
    case 'days':
      return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
    default:
      return text;
  }
}

const lines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns a readable value, used for the default. */
export function valueLabel(name: SettingName, value: SettingValue): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return t('settings.notSet');
  const kind = kinds[name];
  if (kind === 'switch') return value === true ? t('settings.on') : t('settings.off');
  if (kind === 'choice') return choiceLabel(name, String(value));
  if (kind === 'ton') return amountText(String(value));
  if (kind === 'count' || kind === 'days') return formatCount(Number(value));
  const text = textOf(name, value);
  return kind === 'rate' ? `${text}${t('settings.units.perSecond')}` : String(text);
}

/** Returns the allowed values; `''` for a setting that may be unset. */
export function choicesOf(name: SettingName): string[] {
  const schema = innerSchemaOf(name);
  const options = schema instanceof z.ZodEnum ? schema.options.map(String) : [];
  return schemaOf(name).safeParse(undefined).data === undefined ? ['', ...options] : options;
}

export function choiceLabel(name: SettingName, choice: string): string {
  return t(`settings.choices.${name}.${choice || 'unset'}` as 'settings.choices.node.type.private');
}

/** Returns whether the setting accepts null, which overrides settings.json. */
const isNullable = (name: SettingName): boolean => schemaOf(name).safeParse(null).success;
const isOptional = (name: SettingName): boolean =>
  schemaOf(name).safeParse(undefined).data === undefined && schemaOf(name).safeParse(undefined).success;

/** Returns the error of a draft; null if it can be saved. */
export function problemOf({ name, otherwise }: DescribedSetting, typed: string | boolean): string | null {
  const value = valueOfText(name, typed);
  if (value === null && isOptional(name)) {
    return isNullable(name) || otherwise.value === null ? null : t('settings.invalid.fromFile');
  }
  return value !== undefined && innerSchemaOf(name).safeParse(value).success ? null : invalidLabel(name);
}

function invalidLabel(name: SettingName): string {
  const kind = kinds[name];
  const schema = innerSchemaOf(name);
  if (kind !== 'count' && kind !== 'days' && kind !== 'port') return t(`settings.invalid.${kind}`);
  const { minValue, maxValue } = schema as z.ZodNumber;
  // The schema excludes 0 if the numbers must be positive.
  const min = schema.safeParse(minValue).success ? Number(minValue) : 1;
  const isBounded = maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER;
  return isBounded
    ? t(`settings.invalid.${kind}`, { min, max: maxValue })
    : t('settings.invalid.countFrom', { min });
}

/** Returns the errors of a combination of drafts, by the setting that shows the error. */
export function jointProblems(now: Settings, drafts: Drafts): { [Name in SettingName]?: string } {
  if (!Object.keys(drafts).some((name) => name.startsWith('node.'))) return {};
  const node: Record<string, unknown> = {};
  for (const name of settingNames) {
    const [section, key] = partsOf(name);
    if (section !== 'node') continue;
    const typed = drafts[name];
    node[key] = (typed === undefined ? valueOf(now, name) : valueOfText(name, typed)) ?? undefined;
  }
  const { error } = settings.shape.node.safeParse(node);
  const isMissing = error?.issues.some(({ code, path }) => code === 'custom' && path[0] === 'public_host');
  return isMissing && node.public_host === undefined
    ? { 'node.public_host': t('settings.invalid.publicHost') }
    : {};
}

/** Returns the change that saves drafts. Emptied settings become unset. */
export function editOfDrafts(
  drafts: Drafts,
  described: ReadonlyMap<SettingName, DescribedSetting>,
): SettingsEdit {
  const changes = new Map<SettingName, SettingValue | undefined>();
  for (const [name, typed] of Object.entries(drafts) as [SettingName, string | boolean][]) {
    const value = valueOfText(name, typed);
    const staysSet = value === null && isNullable(name) && described.get(name)?.otherwise.value !== null;
    changes.set(name, value === null && !staysSet ? undefined : value);
  }
  return editOfValues(changes);
}

/** @param values undefined resets a setting to its value without the dashboard */
export function editOfValues(values: ReadonlyMap<SettingName, SettingValue | undefined>): SettingsEdit {
  const reset: SettingName[] = [];
  const changes: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of values) {
    const [section, key] = partsOf(name);
    if (value === undefined) reset.push(name);
    else changes[section] = { ...changes[section], [key]: value };
  }
  return { ...changes, reset };
}

/** Returns the change that restores these settings; secrets are unknown and cannot be restored. */
export function editBack(before: readonly DescribedSetting[]): SettingsEdit {
  return editOfValues(
    new Map(
      before.map(({ name, value, source }) => [name, source === 'dashboard' ? value : undefined] as const),
    ),
  );
}

/** Units with their names in English and Russian, and their sizes. */
type Units = readonly (readonly [size: number, ...names: string[]])[];

export const byteUnits: Units = [
  [1, 'B', 'bytes', 'byte', 'Б', 'байт'],
  [1000, 'kB', 'кБ'],
  [1000 ** 2, 'MB', 'МБ'],
  [1000 ** 3, 'GB', 'ГБ'],
  [1000 ** 4, 'TB', 'ТБ'],
];
const typedByteUnits: Units = [
  ...byteUnits,
  [1024, 'KiB', 'КиБ'],
  [1024 ** 2, 'MiB', 'МиБ'],
  [1024 ** 3, 'GiB', 'ГиБ'],
  [1024 ** 4, 'TiB', 'ТиБ'],
];
const timeUnits: Units = [
  [1, 's', 'с'],
  [60, 'min', 'мин'],
  [3600, 'h', 'ч'],
  [86_400, 'd', 'д'],
];

/** The most decimals of a size that is shown. */
const maxDecimals = 2;

/** Returns a size rounded down to the shown decimals, so that no displayed limit is above the real one. */
function sizeOf(bytes: number): string {
  const [unit] = byteUnits.findLast(([size]) => bytes >= size) ?? [1];
  const step = Math.max(1, unit / 10 ** maxDecimals);
  return withUnit(Math.floor(bytes / step) * step, byteUnits, maxDecimals, isRussian());
}

/** Returns `1.5 GB` for 1500000000, in the largest unit that needs at most `decimals`. */
function withUnit(amount: number, units: Units, decimals: number, inRussian: boolean): string {
  const fits = ([unitSize]: Units[number]) =>
    amount >= unitSize && Number((amount / unitSize).toFixed(decimals)) === amount / unitSize;
  const [size, latin, ...others] = units.findLast(fits) ?? units[0] ?? [1, ''];
  const name = inRussian ? others.at(-1) : latin;
  return `${typableNumber(amount / size)} ${name}`;
}

/** Parses an amount with a unit, rounded to an integer; undefined for invalid input. Only 0 may have no unit. */
export function readWithUnit(typed: string, units: Units): number | undefined {
  const match = /^(\d{1,15}(?:[.,]\d{1,9})?)\s*(\p{L}*)$/u.exec(typed.trim());
  if (!match) return undefined;
  const [, number = '', unit = ''] = match;
  const value = Number(number.replace(',', '.'));
  if (unit === '') return value === 0 ? 0 : undefined;
  const known = units.find(([, ...names]) => names.some((name) => name.toLowerCase() === unit.toLowerCase()));
  const amount = known && Math.round(value * known[0]);
  return amount !== undefined && Number.isSafeInteger(amount) ? amount : undefined;
}
