import { describe, expect, it } from 'vitest';
import shellEnglish from '../../../../electron/locales/en.json' with { type: 'json' };
import shellRussian from '../../../../electron/locales/ru.json' with { type: 'json' };
import { english } from '../../../../renderer/locales/en/index.ts';
import { russian } from '../../../../renderer/locales/ru/index.ts';

type Texts = { [key: string]: string | Texts };
const pluralForms = /_(zero|one|two|few|many|other)$/;

/** Every text by its path, such as `frame.pages.peers`. */
function flat(texts: Texts, path = ''): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
}

const paths = (texts: Texts) => new Set(flat(texts).map(([path]) => path.replace(pluralForms, '')));
const inserted = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();
const tags = (text: string) => [...text.matchAll(/<\/?(\w+)/g)].map(([tag]) => tag).sort();

describe.each<[string, Texts, Texts]>([
  ['dashboard', english, russian],
  ['shell', shellEnglish, shellRussian],
])('the languages of the %s', (_whose, englishTexts, russianTexts) => {
  it('have the same texts', () => {
    expect(paths(russianTexts)).toEqual(paths(englishTexts));
  });

  it.each([
    ['en', englishTexts],
    ['ru', russianTexts],
  ])('%s has every plural form of its grammar', (language, texts) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const byPath = new Map<string, string[]>();
    for (const [path] of flat(texts)) {
      const form = pluralForms.exec(path)?.[1];
      const base = path.replace(pluralForms, '');
      if (form) byPath.set(base, [...(byPath.get(base) ?? []), form]);
    }
    expect(byPath.size).toBeGreaterThan(0);
    for (const [path, forms] of byPath) {
      expect(forms.sort(), path).toEqual([...pluralCategories].sort());
    }
  });

  it('insert the same values and elements', () => {
    const inEnglish = new Map(flat(englishTexts).map(([path, text]) => [path, text]));
    for (const [path, text] of flat(russianTexts)) {
      const original = inEnglish.get(path.replace(pluralForms, '_other')) ?? '';
      // Also in the form for one: in Russian it is used for 21 and 31, too.
      expect(inserted(text), path).toEqual(inserted(original));
      expect(tags(text), path).toEqual(tags(original));
    }
  });

  it('have no empty text, and none in English', () => {
    const inEnglish = new Map(flat(englishTexts));
    for (const [path, text] of flat(russianTexts)) {
      expect(text.trim(), path).not.toBe('');
      const words = text.replaceAll(/\{\{.*?\}\}|<[^>]*>/g, '');
      if (text === inEnglish.get(path)) expect(words, path).not.toMatch(/[a-z]{3,} [a-z]{3,}/i);
    }
  });
});
