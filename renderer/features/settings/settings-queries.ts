import { useQuery } from '@tanstack/react-query';
import { type SettingsEdit, settingValues } from '../../../src/contract/dashboard-api/settings.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/queries.ts';

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
