import {
  Center,
  type MantineColorScheme,
  SegmentedControl,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const schemes = [
  { value: 'auto', label: 'Same as the system', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const;

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl<MantineColorScheme>
      fullWidth
      aria-label="Colour scheme"
      value={colorScheme}
      onChange={setColorScheme}
      data={schemes.map(({ value, label, Icon }) => ({
        value,
        label: (
          <Center title={label}>
            <Icon size={16} stroke={1.6} aria-hidden />
            <VisuallyHidden>{label}</VisuallyHidden>
          </Center>
        ),
      }))}
    />
  );
}
