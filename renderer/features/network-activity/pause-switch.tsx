import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { useChangeSettings, useSettingValues } from '../settings/index.ts';

interface NetworkSwitchProps {
  name: 'paused' | 'pause_on_metered' | 'pause_on_battery';
  label: string;
  description?: string;
}

/** Changes a setting that pauses the background activity with other nodes. */
export function NetworkSwitch({ name, ...texts }: NetworkSwitchProps) {
  const settings = useSettingValues().data;
  const change = useChangeSettings();
  if (!settings) return null;
  const wanted = change.isPending ? change.variables.network?.[name] : undefined;
  return (
    <Switch
      {...texts}
      checked={wanted ?? settings.network[name]}
      onChange={({ currentTarget: { checked } }) =>
        change.mutate({ network: { [name]: checked } }, { onError: notifyProblem })
      }
    />
  );
}

/** Pauses the background activity with other nodes until it is switched off. */
export const PauseSwitch = () => <NetworkSwitch name="paused" label={t('frame.paused.switch')} />;
