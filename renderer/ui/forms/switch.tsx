import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core';
import { useId } from 'react';

/** A switch whose description is not part of the label; screen readers would announce it twice. */
export function Switch({ label, ...others }: SwitchProps) {
  const labelId = useId();
  return <MantineSwitch {...others} label={<span id={labelId}>{label}</span>} aria-labelledby={labelId} />;
}
