import i18next from 'i18next';
import type { LanguageChoice } from '../../src/contract/ipc.ts';
import { english as englishMessages } from '../../src/contract/messages/en/index.ts';
import { russian as russianMessages } from '../../src/contract/messages/ru/index.ts';
import { messageNamespace } from '../../src/contract/messages/translate.ts';
import english from '../locales/en.json' with { type: 'json' };
import russian from '../locales/ru.json' with { type: 'json' };

type Key = keyof typeof english;
type Counted<W> = W extends `${infer Name}_other` ? Name : never;

/** The key of a text; counted texts have a form for each plural. */
export type TextKey = Exclude<Key, `${string}_one` | `${string}_other`>;
export type CountedTextKey = Counted<Key>;

/** The texts that the shell itself shows: menus, tray, dialogs, notifications. */
export const shellTexts = i18next.createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: {
    en: { translation: english, [messageNamespace]: englishMessages },
    ru: { translation: russian, [messageNamespace]: russianMessages },
  },

  initAsync: false,
  // The shell shows no text as HTML.
  interpolation: { escapeValue: false },
});
void shellTexts.init();

/**
 * Sets the language of `t`; visible texts must be updated afterwards.
 * @param systemLanguage a BCP 47 tag, for the choice `auto`
 */
export function setLanguage(choice: LanguageChoice, systemLanguage: string): void {
  void shellTexts.changeLanguage(choice === 'auto' ? systemLanguage || 'en' : choice);
}

/** Returns the language of `t`. */
export const currentLanguage = (): string | undefined => shellTexts.resolvedLanguage;

/** Returns the text of `key` in the current language. */
export function t(key: TextKey, values?: Record<string, string>): string;
export function t(key: CountedTextKey, values: { count: number; name?: string }): string;
export function t(key: string, values: Record<string, string | number> = {}): string {
  // The types of i18next are declared for the texts of the dashboard.
  return (shellTexts.t as (key: string, values: object) => string)(key, values);
}
