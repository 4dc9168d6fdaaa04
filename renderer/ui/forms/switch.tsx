import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core';
import { useId } from 'react';

/** A switch whose description is no part of the label, which screen readers would announce twice. */
export function Switch({ label, ...others }: SwitchProps) {
  const labelId = useId();
  return <MantineSwitch {...others} label={<span id={labelId}>{label}</span>} aria-labelledby={labelId} />;
}
