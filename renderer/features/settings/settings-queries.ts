import { useQuery } from '@tanstack/react-query';
import {
  getSettings,
  patchSettings,
  postRestart,
  type SettingsEdit,
  settingValues,
} from '../../../src/contract/dashboard-api/settings.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';

/** Every setting, with where its value comes from. */
export function useSettings() {
  const node = useNode();
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => node.call(getSettings, {}, { signal }),
  });
}

/** Their values alone, in sections; secrets are left out. */
export function useSettingValues() {
  const node = useNode();
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => node.call(getSettings, {}, { signal }),
    select: settingValues,
  });
}

export function useChangeSettings() {
  // The node checks the values; what it takes as text of JSON has no type here.
  return useChange('settings', (node, edit: SettingsEdit) =>
    node.call(patchSettings, { body: edit as object }),
  );
}

/** Restarts the node after it has answered. */
export function useRestart() {
  return useChange('settings', (node) => node.call(postRestart, {}));
}
