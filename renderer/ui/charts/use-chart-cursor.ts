import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Returns the span of a chart at the pointer, touch or keyboard position. */
export function useChartCursor(count: number) {
  const [chosen, setChosen] = useState<number>();
  const at = chosen === undefined ? undefined : Math.min(chosen, count - 1);
  const go = (to: number) => setChosen(Math.min(Math.max(to, 0), count - 1));
  const onPointer = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) go(Math.floor(((clientX - left) / width) * count));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? count - 1;
    const page = Math.max(1, Math.round(count / 10));
    const targets: Record<string, number> = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      PageDown: from - page,
      PageUp: from + page,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (event.key === 'Escape') setChosen(undefined);
    else if (target !== undefined) {
      event.preventDefault();
      go(target);
    }
  };
  return {
    at,
    handlers: {
      onKeyDown,
      onPointerDown: onPointer,
      onPointerMove: onPointer,
      // The selected span stays after a touch.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setChosen(undefined),
      onFocus: () => setChosen((before) => before ?? count - 1),
      onBlur: () => setChosen(undefined),
    },
  };
}
