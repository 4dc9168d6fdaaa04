import i18next from 'i18next';
import type { LanguageChoice } from '../src/contract/ipc.ts';
import english from './locales/en.json' with { type: 'json' };
import russian from './locales/ru.json' with { type: 'json' };

type Word = keyof typeof english;
type Counted<W> = W extends `${infer Name}_other` ? Name : never;

/** A text, or one that there is in several forms for a `count`. */
export type WordKey = Exclude<Word, `${string}_one` | `${string}_other`>;
export type CountedKey = Counted<Word>;

/** Every text that the shell itself shows: menus, tray, dialogs, notifications. */
const words = i18next.createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: english }, ru: { translation: russian } },
  keySeparator: false,
  initAsync: false,
  // Nothing of this is shown as HTML.
  interpolation: { escapeValue: false },
});
void words.init();

/**
 * The language from now on. What is shown already has to be made anew.
 * @param systemLanguage as a BCP 47 tag, for a choice of `auto`
 */
export function speak(choice: LanguageChoice, systemLanguage: string): void {
  void words.changeLanguage(choice === 'auto' ? systemLanguage || 'en' : choice);
}

/** What texts are in now. */
export const spokenLanguage = (): string | undefined => words.resolvedLanguage;

/** The text of `key`, with `values` put in. */
export function say(key: WordKey, values?: Record<string, string>): string;
export function say(key: CountedKey, values: { count: number; name?: string }): string;
export function say(key: string, values: Record<string, string | number> = {}): string {
  // The compiler takes every i18next for the dashboard's.
  return (words.t as (key: string, values: object) => string)(key, values);
}
