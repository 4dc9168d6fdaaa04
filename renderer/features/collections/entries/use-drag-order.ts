import { type PointerEvent, useRef, useState } from 'react';

interface Drag {
  from: number;
  /** The index that the row would get. */
  to: number;
}

/** Properties that make an element the handle of a row. */
export type HandleProps = ReturnType<ReturnType<typeof useDragOrder>['handleProps']>;

/** Distance from an edge of the window, in pixels, within which the pointer scrolls the page. */
const edge = 72;
const scrollStep = 14;

/** Lets a pointer drag rows of a list to the first `places`; `onMove` gets the old and the new index. */
export function useDragOrder(places: number, onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const placeAt = (y: number, from: number): number => {
    const rows = [...(list.current?.children ?? [])].filter((_, index) => index !== from);
    return rows.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < y;
    }).length;
  };
  const end = () => {
    setDrag(null);
    if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
  };
  return {
    list,
    drag,
    handleProps: (index: number) => ({
      style: { touchAction: 'none', cursor: 'grab' },
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: index, to: index });
      },
      onPointerMove: ({ clientY }: PointerEvent) => {
        if (drag === null) return;
        if (clientY < edge) window.scrollBy(0, -scrollStep);
        else if (clientY > window.innerHeight - edge) window.scrollBy(0, scrollStep);
        setDrag({ ...drag, to: Math.min(placeAt(clientY, drag.from), Math.max(places - 1, drag.from)) });
      },
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
    }),
  };
}
