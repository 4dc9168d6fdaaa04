import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  colourScheme,
  type DesktopEdit,
  type LanguageChoice,
  languageChoice,
  notificationKind,
} from '../../src/contract/ipc.ts';
import type { StateFile } from '../core/state-file.ts';

const preferences = z.object({
  keep_running: z.boolean().catch(true),
  notifications: z.record(notificationKind, z.boolean().catch(true)).catch({
    peer_trouble: true,
    sale: true,
    purchase: true,
    disk_low: true,
  }),
  /** The language of the dashboard and the shell. */
  language: languageChoice.catch('auto'),
  colour_scheme: colourScheme.catch('auto'),
  /** Whether the app has explained what closing the window does. */
  close_explained: z.boolean().catch(false),
  /** In milliseconds; earlier events cause no notification. */
  first_start: z.number().catch(() => Date.now()),
});
export type Preferences = z.infer<typeof preferences>;

/** Reads the chosen language before the store is opened; an unreadable file means `auto`. */
export function storedLanguage(dataDir: string): LanguageChoice {
  try {
    return preferences.parse(JSON.parse(readFileSync(join(dataDir, 'desktop.json'), 'utf8'))).language;
  } catch {
    return 'auto';
  }
}

/** Stores the preferences of the app in `<dataDir>/desktop.json`. */
export class PreferenceStore {
  readonly #file: StateFile;
  readonly #listeners = new Set<() => void>();

  constructor(file: StateFile) {
    this.#file = file;
    this.#file.write(this.get());
  }

  get(): Preferences {
    return preferences.parse(this.#file.content);
  }

  change({
    keep_running,
    notifications,
    language,
    colour_scheme,
  }: Omit<DesktopEdit, 'start_at_login'>): void {
    const now = this.get();
    this.#file.write({
      ...now,
      keep_running: keep_running ?? now.keep_running,
      notifications: { ...now.notifications, ...notifications },
      language: language ?? now.language,
      colour_scheme: colour_scheme ?? now.colour_scheme,
    });
    for (const listener of this.#listeners) listener();
  }

  markCloseExplained(): void {
    this.#file.write({ ...this.get(), close_explained: true });
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Calls `listener` with each language that is chosen later. */
  onLanguageChange(listener: (language: LanguageChoice) => void): void {
    let current = this.get().language;
    this.onChange(() => {
      const { language } = this.get();
      if (language === current) return;
      current = language;
      listener(language);
    });
  }
}
