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
  const fire = (target: EventTarget) => {
    clearTimeout(timer.current);
    hasFired.current = true;
    onPress(target);
  };
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
      timer.current = setTimeout(fire, pressMs, target);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const { x, y } = start.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > maxMoved) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Systems with a shorter long press open their menu first, and then end the touch.
    onContextMenu: (event: Pick<MouseEvent, 'target' | 'preventDefault'>) => {
      if (start.current && !hasFired.current && event.target) fire(event.target);
      if (hasFired.current) event.preventDefault();
    },
  };
}
