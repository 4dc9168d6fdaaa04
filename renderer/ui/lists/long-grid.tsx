import {
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../lib/i18n/language.ts';
import classes from './long-grid.module.css';
import type { TableList } from './long-table.tsx';
import { useVirtualRows } from './virtual/use-virtual-rows.ts';

interface LongGridProps<Item> {
  list: TableList<Item>;
  label: string;
  keyOf(item: Item): string;
  /** The least width of a tile, in pixels; two fit into the narrowest window. */
  tileWidth: number;
  ref?: Ref<GridSize>;
  /** Renders the tile of an item. */
  children(item: Item, index: number): ReactNode;
}

export interface GridSize {
  columns: number;
}

const gap = 16;
/** Height of the two lines below a picture, with the gap. */
const below = 66;

/** Shows a list as tiles that scroll with the window; only the visible lines of tiles are in the document. */
export function LongGrid<Item>(props: LongGridProps<Item>) {
  const { tileWidth, ref } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(grid.current?.clientWidth ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    if (grid.current) observer.observe(grid.current);
    return () => observer.disconnect();
  }, []);
  const columns = Math.max(2, Math.floor((width + gap) / (tileWidth + gap)));
  useImperativeHandle(ref, () => ({ columns }), [columns]);
  return (
    <div ref={grid}>
      {width > 0 && (
        <Lines
          {...props}
          key={columns}
          columns={columns}
          height={Math.round((width - (columns - 1) * gap) / columns) + below}
        />
      )}
    </div>
  );
}

interface LinesProps<Item> extends Omit<LongGridProps<Item>, 'tileWidth' | 'ref'> {
  columns: number;
  /** Estimated height of a line, in pixels. */
  height: number;
}

function Lines<Item>({ list, label, keyOf, columns, height, children }: LinesProps<Item>) {
  const { itemAt, count = 0, total, show } = list;
  const lines = useRef<HTMLDivElement>(null);
  const onShow = useCallback(
    (shown: readonly number[]) => show?.(shown.map((line) => line * columns)),
    [show, columns],
  );
  const virtual = useVirtualRows(lines, {
    count: Math.ceil(count / columns),
    keyOf: (line) => {
      const item = itemAt(line * columns);
      return item && keyOf(item);
    },
    rowHeight: height,
    onShow,
  });
  const tilesOf = (line: number) =>
    Array.from({ length: Math.min(columns, count - line * columns) }, (_, column) => line * columns + column);
  return (
    // The lines between the list and its items would make a `ul` invalid.
    <div ref={lines} role="list" aria-label={label} aria-busy={list.isFetching}>
      {virtual.rows.map(({ index: line, key, above }) => (
        <div
          key={key}
          data-index={line}
          className={classes.line}
          style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, marginTop: above }}
        >
          {tilesOf(line).map((index) => {
            const item = itemAt(index);
            return (
              <div
                key={item ? keyOf(item) : index}
                role="listitem"
                data-tile={index}
                className={classes.tile}
                aria-posinset={index + 1}
                aria-setsize={total ?? -1}
              >
                {item ? (
                  children(item, index)
                ) : (
                  <span className={classes.waiting} role="img" aria-label={t('common.loading')} />
                )}
              </div>
            );
          })}
        </div>
      ))}
      <div style={{ height: virtual.below }} />
    </div>
  );
}
