import { nativeTheme } from 'electron';
import type { PreferenceStore } from './preferences.ts';

/** Applies the chosen colour scheme to windows, dialogs and pages, now and after each change. */
export function applyColourScheme(preferences: PreferenceStore): void {
  const apply = () => {
    const { colour_scheme: chosen } = preferences.get();
    const scheme = chosen === 'auto' ? 'system' : chosen;
    if (nativeTheme.themeSource !== scheme) nativeTheme.themeSource = scheme;
  };
  apply();
  preferences.onChange(apply);
}
