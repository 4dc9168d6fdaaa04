import { describe, expect, it } from 'vitest';
import {
  choicesOf,
  editBack,
  editOfDrafts,
  jointProblems,
  problemOf,
  textOf,
  valueOfText,
} from '../../../renderer/features/settings/fields/setting-text.ts';
import { sections } from '../../../renderer/features/settings/sections.ts';
import { settingNamesOf } from '../../../renderer/features/settings/settings-filter.ts';
import { english } from '../../../renderer/locales/en/index.ts';
import { russian } from '../../../renderer/locales/ru/index.ts';
import type { DescribedSetting } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { partsOf, type SettingName, schemaOf, settingNames } from '../../../src/contract/setting-names.ts';
import { settings } from '../../../src/contract/settings.ts';

const described = (name: SettingName, change: Partial<DescribedSetting> = {}): DescribedSetting => {
  const value = (schemaOf(name).safeParse(undefined).data as DescribedSetting['value'] | undefined) ?? null;
  return {
    ...{ name, value, default: value, type: 'text', secret: false, is_set: value !== null },
    ...{ source: 'default', otherwise: { value, source: 'default' } },
    ...{ needs_restart: false, waits_for_restart: false },
    ...change,
  };
};
const problem = (name: SettingName, typed: string | boolean) => problemOf(described(name), typed);

describe('the settings page', () => {
  it('has every setting once', () => {
    expect(Object.values(sections).flatMap(Object.keys).sort()).toEqual([...settingNames].sort());
  });

  it.each([
    ['English', english],
    ['Russian', russian],
  ])('has texts for every setting and choice in %s', (_language, { settings: texts }) => {
    const choices: Record<string, Record<string, Record<string, string>>> = texts.choices;
    const fields: Record<string, Record<string, { name: string; text: string }>> = texts.fields;
    for (const name of settingNames) {
      const [section, key] = partsOf(name);
      expect(fields[section]?.[key]?.name, name).toMatch(/\S/);
      expect(fields[section]?.[key]?.text, name).toMatch(/\.$/);
      for (const choice of choicesOf(name)) {
        if (choicesOf(name).length > 1) {
          expect(choices[section]?.[key]?.[choice || 'unset'], `${name} ${choice}`).toMatch(/\S/);
        }
      }
    }
  });
});

describe('a setting in its field', () => {
  it('is formatted and parsed back for every default', () => {
    for (const name of settingNames) {
      const { value } = described(name);
      const text = textOf(name, value);
      const parsed = valueOfText(name, text) ?? null;
      expect([name, textOf(name, parsed)]).toEqual([name, text]);
      if (!name.includes('bytes') || value === null) expect([name, parsed]).toEqual([name, value]);
      expect([name, problem(name, text)]).toEqual([name, null]);
    }
  });

  it.each([
    [5 * 1024 ** 3, '5.36 GB'],
    [4 * 1024 ** 2, '4.19 MB'],
    [1_500_000_000, '1.5 GB'],
    [999_999, '999.99 kB'],
    [999, '999 B'],
    [0, '0 B'],
  ])('rounds a size of %i bytes down to %s', (bytes, text) => {
    expect(textOf('storage.copies_bytes', bytes)).toBe(text);
    expect(valueOfText('storage.copies_bytes', text)).toBeLessThanOrEqual(bytes);
  });

  it.each<[SettingName, string, unknown]>([
    ['storage.quota_bytes', '20 GiB', 20 * 1024 ** 3],
    ['storage.quota_bytes', '1,5 гиб', 1.5 * 1024 ** 3],
    ['storage.quota_bytes', '1,5 ГБ', 1_500_000_000],
    ['network.up_bytes_per_s', '500 KB', 500_000],
    ['storage.quota_bytes', '', null],
    ['storage.copies_bytes', '0', 0],
    ['network.up_bytes_per_s', '500 kib', 500 * 1024],
    ['chain.offline_grace', '36 h', 129_600],
    ['chain.sponsor_daily_limit', '0,5', '500000000'],
    [
      'network.bootstrap',
      'https://a.example\n\n https://b.example',
      ['https://a.example', 'https://b.example'],
    ],
  ])('%s accepts “%s”', (name, typed, value) => {
    expect(problem(name, typed)).toBeNull();
    expect(valueOfText(name, typed)).toEqual(value);
  });

  it.each<[SettingName, string, RegExp]>([
    ['storage.quota_bytes', '20', /like 500 MB/],
    ['storage.quota_bytes', '0 GiB', /like 500 MB/],
    ['storage.quota_bytes', '99999999 TiB', /like 500 MB/],
    ['storage.copies_bytes', '', /like 500 MB/],
    ['storage.check_days', '0', /from 1 to 3,650/],
    ['node.port', '65536', /from 0 to 65,535/],
    ['http.requests_per_minute', '0', /at least 1/],
    ['node.public_host', 'https://a.example/path', /without (a path|paths)/],
    ['http.allowed_origins', 'https://a.example\napp', /without (a path|paths)/],
    ['sign_in.domains', 'https://a.example', /without https/],
    ['chain.offline_grace', '2 weeks', /like 90 min/],
    ['chain.endpoint', 'toncenter', /whole address/],
    ['node.listen', ' ', /Enter a value/],
  ])('%s has an error for “%s”', (name, typed, words) => {
    expect(problem(name, typed)).toMatch(words);
  });

  it('is found by the title of its section, after those that match themselves', () => {
    expect(settingNamesOf('bandwidth')).toContain('network.down_bytes_per_s');
    expect(settingNamesOf('storage folder')[0]).toBe('storage.folder');
    for (const word of ['files', 'folder', 'where']) expect(settingNamesOf(word)).toContain('storage.folder');
  });

  it('requires an address for a public node', () => {
    const now = settings.parse({});
    expect(jointProblems(now, { 'node.type': 'public' })).toEqual({
      'node.public_host': expect.stringContaining('Required for a public node'),
    });
    expect(jointProblems(now, { 'node.type': 'public', 'node.public_host': 'https://a.example' })).toEqual(
      {},
    );
    expect(jointProblems(now, { 'node.type': 'private' })).toEqual({});
  });
});

describe('saving and undoing', () => {
  it('removes cleared values, also of settings.json, and restores the former ones', () => {
    const quota = described('storage.quota_bytes', { value: 7, source: 'dashboard' });
    const fromFile = described('network.up_bytes_per_s', {
      ...{ value: 9, source: 'file' },
      otherwise: { value: 9, source: 'file' },
    });
    const all = new Map([quota, fromFile].map((setting) => [setting.name, setting]));
    expect(
      editOfDrafts({ 'storage.quota_bytes': '', 'network.up_bytes_per_s': '', 'node.port': '80' }, all),
    ).toEqual({
      ...{ network: { up_bytes_per_s: null }, node: { port: 80 } },
      reset: ['storage.quota_bytes'],
    });
    expect(editBack([quota, fromFile])).toEqual({
      ...{ storage: { quota_bytes: 7 } },
      reset: ['network.up_bytes_per_s'],
    });
  });

  it('names settings that only settings.json can remove', () => {
    const otherwise = { value: 'https://a.example', source: 'file' as const };
    expect(problemOf(described('node.public_host', { otherwise }), '')).toMatch(/settings\.json/);
  });
});
