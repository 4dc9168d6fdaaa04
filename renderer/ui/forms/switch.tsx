import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core';
import { useId } from 'react';

/**
 * A switch. Mantine puts the description into the label, so that screen readers would announce it twice: as the name
 * and as the description.
 */
export function Switch({ label, ...others }: SwitchProps) {
  const labelId = useId();
  return <MantineSwitch {...others} label={<span id={labelId}>{label}</span>} aria-labelledby={labelId} />;
}
