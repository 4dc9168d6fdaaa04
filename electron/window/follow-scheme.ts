import { nativeTheme } from 'electron';
import type { PreferenceStore } from '../preferences.ts';

/** Windows, dialogs and pages have the colours that were chosen in the dashboard, from now on. */
export function followScheme(preferences: PreferenceStore): void {
  const follow = () => {
    const { colour_scheme: chosen } = preferences.get();
    const scheme = chosen === 'auto' ? 'system' : chosen;
    if (nativeTheme.themeSource !== scheme) nativeTheme.themeSource = scheme;
  };
  follow();
  preferences.onChange(follow);
}
