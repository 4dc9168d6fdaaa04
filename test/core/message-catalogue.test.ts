import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { english } from '../../src/contract/messages/en/index.ts';
import { plainFormats } from '../../src/contract/messages/plain-formats.ts';
import { russian } from '../../src/contract/messages/ru/index.ts';

type Texts = Readonly<Record<string, string>>;

const formats = [...Object.keys(plainFormats('en')), 'message'];
const pluralForm = /_(one|few|many|other)$/;

/** Every text by the id of its message; plural forms are several texts of one message. */
function textsOf(catalogue: Readonly<Record<string, Texts>>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [area, texts] of Object.entries(catalogue)) {
    for (const [name, text] of Object.entries(texts)) {
      const id = `${area}.${name.replace(pluralForm, '')}`;
      found.set(id, [...(found.get(id) ?? []), text]);
    }
  }
  return found;
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, of = '']) => of);
const allOf = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(placeholders))].sort();
const written = (text: string): string => text.replace(/\{\{.*?\}\}/g, '');

const englishTexts = textsOf(english);
const russianTexts = textsOf(russian);

describe('every message', () => {
  it('has a text in each language, and no language has more', () => {
    expect([...russianTexts.keys()].sort()).toEqual([...englishTexts.keys()].sort());
  });

  it('has the same placeholders in each language', () => {
    for (const [id, texts] of englishTexts) {
      expect(allOf(russianTexts.get(id) ?? []), id).toEqual(allOf(texts));
    }
  });

  it('has placeholders of a name and a known format', () => {
    for (const [id, texts] of englishTexts) {
      for (const placeholder of allOf(texts)) {
        expect(placeholder, id).toMatch(/^\w+(, \w+)?$/);
        const format = placeholder.split(', ')[1];
        if (format !== undefined) expect(formats, id).toContain(format);
      }
    }
  });

  it('occurs in the code', () => {
    const code = globSync('{src,electron,renderer}/**/*.{ts,tsx}')
      .filter((file) => !/contract.messages/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    expect([...englishTexts.keys()].filter((id) => !code.includes(`'${id}'`))).toEqual([]);
  });

  it('has Cyrillic letters in Russian', () => {
    for (const [id, texts] of englishTexts) {
      if (!/[a-z]/i.test(texts.map(written).join(''))) continue;
      for (const text of russianTexts.get(id) ?? []) expect(written(text), id).toMatch(/[а-яё]/i);
    }
  });

  it('with a count has every plural form of each language', () => {
    const formsIn = (texts: Texts, counted: string) =>
      ['one', 'few', 'many', 'other'].filter((form) => `${counted}_${form}` in texts);
    for (const [area, texts] of Object.entries(english) as [keyof typeof english, Texts][]) {
      const counted = Object.keys(texts).filter((name) => name.endsWith('_other'));
      for (const name of counted.map((key) => key.replace(pluralForm, ''))) {
        expect(formsIn(texts, name), name).toEqual(['one', 'other']);
        expect(formsIn(russian[area], name), name).toEqual(['one', 'few', 'many', 'other']);
      }
    }
  });
});
