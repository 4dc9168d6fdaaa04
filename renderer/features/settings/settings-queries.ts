import {
  getSettings,
  patchSettings,
  postRestart,
  type SettingsEdit,
  settingValues,
} from '../../../src/contract/dashboard-api/administration/settings.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns every setting with the source of its value. */
export const useSettings = () => useDashboardQuery(['settings'], getSettings, {});

/** Returns the values of all settings by section, without secrets. */
export const useSettingValues = () =>
  useDashboardQuery(['settings'], getSettings, {}, { select: settingValues });

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
