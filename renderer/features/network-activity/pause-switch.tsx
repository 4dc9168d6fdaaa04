import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { useChangeSettings, useSettingValues } from '../settings/index.ts';

/** Pauses the background activity with other nodes until it is switched off. */
export function PauseSwitch() {
  const settings = useSettingValues().data;
  const change = useChangeSettings();
  if (!settings) return null;
  const wanted = change.isPending ? change.variables.network?.paused : undefined;
  return (
    <Switch
      label={t('frame.paused.switch')}
      checked={wanted ?? settings.network.paused}
      onChange={({ currentTarget: { checked } }) =>
        change.mutate({ network: { paused: checked } }, { onError: notifyProblem })
      }
    />
  );
}
