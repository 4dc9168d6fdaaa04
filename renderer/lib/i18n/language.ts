import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import type { LanguageChoice, ShellBridge } from '../../../src/contract/ipc.ts';
import { messageNamespace } from '../../../src/contract/messages/translate.ts';
import { firstTexts } from '../../locales/en/first.ts';
import { browserStorage } from '../session/page-storage.ts';
import { shell } from '../shell/shell.ts';

const marks: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '{': '&#123;',
};

/**
 * Escapes a value in a text of `<Trans>`, which would interpret elements and placeholders in it, e.g. in a file name.
 */
const escapeInserted = (value: string): string => value.replace(/[&<>{]/g, (mark) => marks[mark] ?? mark);

/** Removes the escapes from a displayed text. */
const unescapeInserted = (text: string): string =>
  text.replace(
    /&(?:amp|lt|gt|#123);/g,
    (escaped) => Object.keys(marks).find((mark) => marks[mark] === escaped) ?? escaped,
  );

/** The languages of the dashboard by their BCP 47 tag: native name, and locale of numbers and dates. */
export const languages = {
  en: { name: 'English', locale: 'en-GB' },
  ru: { name: 'Русский', locale: 'ru-RU' },
} as const;

export type Language = keyof typeof languages;

const storageName = 'alcove.language';
/** Files that are loaded before the first render: the messages of the node, and the texts of other languages. */
const words = {
  en: async () => ({ messages: (await import('../../../src/contract/messages/en/index.ts')).english }),
  ru: async () => import('../../locales/ru/index.ts'),
};

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: firstTexts } },
  initAsync: false,
  // React escapes all texts.
  interpolation: { escapeValue: false, escape: escapeInserted },
  react: { unescape: unescapeInserted },
});

/**
 * Returns a text in the current language. Do not call it at the top level of a module, because the language can change.
 */
export const t = i18next.t;

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}

/** Returns the tag for `Intl` in the current language. */
export function currentLocale(): string {
  return languages[currentLanguage()].locale;
}

/** Returns the current language; the component is rendered again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/** The chosen language. The shell stores it for itself and its window; in a browser, the page stores it. */
let chosen: LanguageChoice = 'auto';

export const chosenLanguage = (): LanguageChoice => chosen;

/** Stores the choice and updates the texts of the shell. @throws the error of the shell */
export async function keepLanguage(choice: LanguageChoice): Promise<void> {
  if (shell) await shell.invoke('preferences.set', { language: choice });
  else if (choice === 'auto') browserStorage.remove(storageName);
  else browserStorage.set(storageName, choice);
}

/** Loads the texts of the chosen language before the first render; falls back to English if they are unavailable. */
export async function startLanguage(): Promise<void> {
  await showLanguage(shell ? await keptByShell(shell) : keptHere()).catch(() => showLanguage('en'));
}

function keptHere(): LanguageChoice {
  const stored = browserStorage.get(storageName) ?? '';
  return isLanguage(stored) ? stored : 'auto';
}

/** Loads the English texts of pages that are not part of the first load. Every other language has one file. */
export async function loadPageTexts(): Promise<void> {
  const texts = await import('../../locales/en/page-texts.ts');
  i18next.addResourceBundle('en', 'translation', { ...texts });
}

/** Moves the choice from the page's storage, where earlier versions stored it, to the shell. */
async function keptByShell(bridge: ShellBridge): Promise<LanguageChoice> {
  const earlier = keptHere();
  try {
    const kept = await bridge.invoke('language.get', undefined);
    if (kept === 'auto' && earlier !== 'auto') await bridge.invoke('preferences.set', { language: earlier });
    browserStorage.remove(storageName);
    return kept === 'auto' ? earlier : kept;
  } catch {
    return earlier;
  }
}

/** Changes the language of the dashboard. Rejects if its texts cannot be loaded. */
export async function showLanguage(choice: LanguageChoice): Promise<void> {
  chosen = choice;
  const language = resolved(choice);
  if (!i18next.hasResourceBundle(language, messageNamespace)) {
    const loaded = await words[language]();
    i18next.addResourceBundle(language, messageNamespace, loaded.messages);
    if ('russian' in loaded) i18next.addResourceBundle(language, 'translation', loaded.russian);
    // The user has chosen another language meanwhile.
    if (chosen !== choice) return;
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}

function resolved(choice: LanguageChoice): Language {
  if (choice !== 'auto') return choice;
  const wanted = navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '');
  return wanted.find(isLanguage) ?? 'en';
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}
