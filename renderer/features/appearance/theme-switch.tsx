import {
  Center,
  type MantineColorScheme,
  SegmentedControl,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';

const schemes = [
  { value: 'auto', name: 'system', Icon: IconDeviceDesktop },
  { value: 'light', name: 'light', Icon: IconSun },
  { value: 'dark', name: 'dark', Icon: IconMoon },
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
      data={schemes.map(({ value, name, Icon }) => ({
        value,
        label: (
          <Center title={t(`frame.colourScheme.${name}`)}>
            <Icon size={16} stroke={1.6} aria-hidden />
            <VisuallyHidden>{t(`frame.colourScheme.${name}`)}</VisuallyHidden>
          </Center>
        ),
      }))}
    />
  );
}
