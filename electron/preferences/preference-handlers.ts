import { Notification } from 'electron';
import type { DesktopState } from '../../src/contract/ipc.ts';
import type { IpcHandlersOf } from '../ipc/serve-ipc.ts';
import type { LoginItem } from './login-item.ts';
import type { PreferenceStore } from './preferences.ts';

interface PreferenceHandlersOptions {
  preferences: PreferenceStore;
  hasTray: () => boolean;
  loginItem: Pick<LoginItem, 'isOn' | 'set'>;
}

/** Handles the calls about the preferences of the app. */
export function preferenceHandlers({
  preferences,
  hasTray,
  loginItem,
}: PreferenceHandlersOptions): IpcHandlersOf<'language' | 'preferences'> {
  const state = (): DesktopState => {
    const { keep_running, notifications } = preferences.get();
    return {
      ...{ keep_running, notifications },
      has_tray: hasTray(),
      start_at_login: loginItem.isOn,
      can_notify: Notification.isSupported(),
    };
  };
  return {
    'language.get': () => preferences.get().language,
    'preferences.get': state,
    'preferences.set': ({ start_at_login, ...edit }) => {
      if (start_at_login !== undefined) loginItem.set(start_at_login);
      preferences.change(edit);
      return state();
    },
  };
}
