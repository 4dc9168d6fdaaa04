import { useQuery } from '@tanstack/react-query';
import {
  getSettings,
  patchSettings,
  postRestart,
  type SettingsEdit,
  settingValues,
} from '../../../src/contract/dashboard-api/administration/settings.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';

/** Returns every setting with the source of its value. */
export function useSettings() {
  const node = useNode();
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => node.call(getSettings, {}, { signal }),
  });
}

/** Returns the values of all settings by section, without secrets. */
export function useSettingValues() {
  const node = useNode();
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => node.call(getSettings, {}, { signal }),
    select: settingValues,
  });
}

export function useChangeSettings() {
  // The node validates the values; values that it accepts as JSON text have no type here.
  return useChange('settings', (node, edit: SettingsEdit) =>
    node.call(patchSettings, { body: edit as object }),
  );
}

/** Restarts the node after its response. */
export function useRestart() {
  return useChange('settings', (node) => node.call(postRestart, {}));
}
