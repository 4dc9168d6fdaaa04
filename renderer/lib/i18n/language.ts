import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import type { LanguageChoice, ShellBridge } from '../../../src/contract/ipc.ts';
import { english } from '../../locales/en/index.ts';
import { browserStorage } from '../session/page-storage.ts';
import { shell } from '../shell/shell.ts';
import { escapeInserted, unescapeInserted } from './inserted-values.ts';

/** The languages of the dashboard by their BCP 47 tag: the name in the language itself, the conventions of numbers and dates. */
export const languages = {
  en: { name: 'English', locale: 'en-GB' },
  ru: { name: 'Русский', locale: 'ru-RU' },
} as const;

export type Language = keyof typeof languages;

const storageName = 'alcove.language';
const words = { ru: async () => (await import('../../locales/ru/index.ts')).russian };

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: english } },
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false, escape: escapeInserted },
  react: { unescape: unescapeInserted },
});

/** A text of `renderer/locales`, in the language that is shown. Never at the top level of a module: it can change. */
export const t = i18next.t;

function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}

/** The tag for `Intl`, as dates and numbers are written in the language that is shown. */
export function currentLocale(): string {
  return languages[currentLanguage()].locale;
}

/** The language that is shown; the component is rendered anew when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/** What was chosen; the shell keeps it, since it speaks as well, and a browser's page for itself. */
let chosen: LanguageChoice = 'auto';

export const chosenLanguage = (): LanguageChoice => chosen;

/** Keeps a choice for after a restart; the shell's words follow at once. @throws what the shell says */
export async function keepLanguage(choice: LanguageChoice): Promise<void> {
  if (shell) await shell.invoke('preferences.set', { language: choice });
  else if (choice === 'auto') browserStorage.remove(storageName);
  else browserStorage.set(storageName, choice);
}

/** Loads the words of the chosen language, before anything is shown; in English where they cannot be had. */
export async function startLanguage(): Promise<void> {
  await showLanguage(shell ? await keptByShell(shell) : keptHere()).catch(() => showLanguage('en'));
}

function keptHere(): LanguageChoice {
  const stored = browserStorage.get(storageName) ?? '';
  return isLanguage(stored) ? stored : 'auto';
}

/** Earlier versions kept it in the page's storage alone: it moves to the shell. */
async function keptByShell(keeper: ShellBridge): Promise<LanguageChoice> {
  const earlier = keptHere();
  try {
    const kept = await keeper.invoke('language.get', undefined);
    if (kept === 'auto' && earlier !== 'auto') await keeper.invoke('preferences.set', { language: earlier });
    browserStorage.remove(storageName);
    return kept === 'auto' ? earlier : kept;
  } catch {
    return earlier;
  }
}

/** Shows the dashboard in another language from now on. Rejects where its words cannot be loaded. */
export async function showLanguage(choice: LanguageChoice): Promise<void> {
  chosen = choice;
  const language = resolved(choice);
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await words[language]());
    // Another one has been chosen meanwhile.
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
