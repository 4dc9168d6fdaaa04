import type { ComponentProps, CSSProperties } from 'react';
import classes from './player-bar.module.css';

interface SliderProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  value: number;
  max: number;
  onChange(value: number): void;
}

/** A slider from 0 to `max`, filled up to its value. */
export function Slider({ value, max, onChange, ...input }: SliderProps) {
  return (
    <input
      type="range"
      className={classes.slider}
      style={{ '--share': max > 0 ? value / max : 0 } as CSSProperties}
      min={0}
      max={max}
      value={value}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      {...input}
    />
  );
}
