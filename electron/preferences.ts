import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  colourScheme,
  type DesktopEdit,
  type LanguageChoice,
  languageChoice,
  notificationKind,
} from '../src/contract/ipc.ts';
import type { KeptFile } from './kept-file.ts';

const kept = z.object({
  keep_running: z.boolean().catch(true),
  notifications: z.record(notificationKind, z.boolean().catch(true)).catch({
    ...{ peer_trouble: true, sale: true, purchase: true, disk_low: true },
  }),
  /** As chosen in the dashboard, which speaks it, too. */
  language: languageChoice.catch('auto'),
  colour_scheme: colourScheme.catch('auto'),
  /** Whether the person was told what closing the window does. */
  close_explained: z.boolean().catch(false),
  /** In milliseconds: what happened before is no news on this computer. */
  first_start: z.number().catch(() => Date.now()),
});
export type Preferences = z.infer<typeof kept>;

/** What was chosen, for when there is no dashboard yet: nothing is written, and what cannot be read is nothing chosen. */
export function keptLanguage(dataDir: string): LanguageChoice {
  try {
    return kept.parse(JSON.parse(readFileSync(join(dataDir, 'desktop.json'), 'utf8'))).language;
  } catch {
    return 'auto';
  }
}

/** How the app behaves on this desktop, in `<dataDir>/desktop.json`. */
export class PreferenceStore {
  readonly #file: KeptFile;
  readonly #listeners = new Set<() => void>();

  constructor(file: KeptFile) {
    this.#file = file;
    this.#file.keep(this.get());
  }

  get(): Preferences {
    return kept.parse(this.#file.content);
  }

  change({
    keep_running,
    notifications,
    language,
    colour_scheme,
  }: Omit<DesktopEdit, 'start_at_login'>): void {
    const now = this.get();
    this.#file.keep({
      ...now,
      keep_running: keep_running ?? now.keep_running,
      notifications: { ...now.notifications, ...notifications },
      language: language ?? now.language,
      colour_scheme: colour_scheme ?? now.colour_scheme,
    });
    for (const listener of this.#listeners) listener();
  }

  closeExplained(): void {
    this.#file.keep({ ...this.get(), close_explained: true });
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
