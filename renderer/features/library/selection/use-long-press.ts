import { type PointerEvent, useEffect, useRef } from 'react';

/** Duration of a long press in milliseconds, and the largest movement in pixels. */
const pressMs = 500;
const maxMoved = 10;

/**
 * Returns handlers that recognise a long press by touch. `fired` returns, once per press, whether the next click is
 * part of it.
 */
export function useLongPress(onPress: (target: EventTarget) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef<{ x: number; y: number } | null>(null);
  const hasFired = useRef(false);
  const end = () => {
    clearTimeout(timer.current);
    start.current = null;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    fired: () => {
      const fired = hasFired.current;
      hasFired.current = false;
      return fired;
    },
    onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      hasFired.current = false;
      if (pointerType !== 'touch') return;
      start.current = { x, y };
      timer.current = setTimeout(() => {
        hasFired.current = true;
        onPress(target);
      }, pressMs);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const { x, y } = start.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > maxMoved) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: { preventDefault(): void }) => {
      if (hasFired.current) event.preventDefault();
    },
  };
}
