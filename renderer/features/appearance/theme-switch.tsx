import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';

const schemes = [
  { value: 'auto', name: 'system' },
  { value: 'light', name: 'light' },
  { value: 'dark', name: 'dark' },
] as const;

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl<MantineColorScheme>
      fullWidth
      aria-label={t('frame.colourScheme.label')}
      value={colorScheme}
      onChange={(scheme) => {
        setColorScheme(scheme);
        // The shell applies the scheme to its window before the page loads.
        void shell?.invoke('preferences.set', { colour_scheme: scheme }).catch(notifyProblem);
      }}
      data={schemes.map(({ value, name }) => ({ value, label: t(`frame.colourScheme.${name}`) }))}
    />
  );
}
