import { useQuery } from '@tanstack/react-query';
import { type SettingsEdit, settingValues } from '../../src/contract/local-settings.ts';
import { partsOf, type SettingName } from '../../src/contract/setting-names.ts';
import { useNode } from './node-context.tsx';
import { useChange } from './queries.ts';

/** Every setting, with where its value comes from. */
export function useSettings() {
  const node = useNode();
  return useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => node.settings(signal) });
}

/** Their values alone, in sections; secrets are left out. */
export function useSettingValues() {
  const node = useNode();
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => node.settings(signal),
    select: settingValues,
  });
}

export function useChangeSettings() {
  return useChange('settings', (node, edit: SettingsEdit) => node.changeSettings(edit));
}

/** A change of one setting. */
export function editOf(name: SettingName, value: unknown): SettingsEdit {
  const [section, key] = partsOf(name);
  return { [section]: { [key]: value } };
}
