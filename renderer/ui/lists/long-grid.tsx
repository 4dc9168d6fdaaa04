import { type ReactNode, type Ref, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import classes from './long-grid.module.css';
import type { TableList } from './long-table.tsx';
import { SectionHeading } from './section-heading.tsx';
import type { ListSection } from './virtual/section-lines.ts';
import { type ListHandle, useListHandle, useSectionLines } from './virtual/use-sections.ts';
import { useVirtualRows } from './virtual/use-virtual-rows.ts';

interface LongGridProps<Item> {
  list: TableList<Item>;
  label: string;
  keyOf(item: Item): string;
  /** The smallest width of a tile, in pixels; two tiles fit into the narrowest window. */
  tileWidth: number;
  /** Width of the picture of a tile, divided by its height. */
  ratio?: number;
  /** Sections with headings; must be the same array while they are unchanged. */
  sections?: readonly ListSection[] | undefined;
  ref?: Ref<ListHandle>;
  /** Renders the tile of an item. */
  children(item: Item, index: number): ReactNode;
}

const gap = 16;
/** Height of the two lines below a picture, with the gap. */
const below = 66;

/** Shows a list as tiles that scroll with the window; only the visible lines of tiles are in the document. */
export function LongGrid<Item>(props: LongGridProps<Item>) {
  const { tileWidth, ratio = 1 } = props;
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
  return (
    <div ref={grid}>
      {width > 0 && (
        <Lines
          {...props}
          key={columns}
          columns={columns}
          height={Math.round((width - (columns - 1) * gap) / columns / ratio) + below}
        />
      )}
    </div>
  );
}

interface LinesProps<Item> extends Omit<LongGridProps<Item>, 'tileWidth'> {
  columns: number;
  /** Estimated height of a line, in pixels. */
  height: number;
}

function Lines<Item>({ list, label, keyOf, columns, height, children, ...props }: LinesProps<Item>) {
  const { itemAt, count = 0, setVisibleRows } = list;
  const { sections, ratio = 1, ref } = props;
  const grid = useRef<HTMLDivElement>(null);
  const lines = useSectionLines(sections, count, columns);
  const onShow = useCallback(
    (shown: readonly number[]) => setVisibleRows(lines.itemsIn(shown)),
    [setVisibleRows, lines],
  );
  const virtual = useVirtualRows(grid, {
    count: lines.count,
    keyOf: (line) => lines.keyOf(line, itemAt, keyOf),
    headings: lines.headings,
    rowHeight: height,
    onShow,
  });
  useListHandle(ref, grid, lines, virtual);
  return (
    // A `list` role instead of `ul`, in which the lines between the list and its items would be invalid.
    <div ref={grid} className={classes.grid} role="list" aria-label={label} aria-busy={list.isFetching}>
      {virtual.rows.map(({ index: line, key, above, isPassing }) => {
        const { section, from, to } = lines.at(line);
        if (section) {
          return (
            <div key={key} data-index={line} data-heading role="listitem" style={{ marginTop: above }}>
              <SectionHeading label={section.label} />
            </div>
          );
        }
        const isWaiting = isPassing || !isAnyLoaded(itemAt, from, to);
        return (
          <div
            key={key}
            // Without it, the line is not measured: placeholders are lower than tiles.
            data-index={isWaiting ? undefined : line}
            className={classes.line}
            style={{
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              marginTop: above,
              ...(isWaiting && { height: virtual.rowHeight }),
            }}
          >
            <Tiles list={list} from={from} to={to} keyOf={keyOf} ratio={ratio} isPassing={isPassing}>
              {children}
            </Tiles>
          </div>
        );
      })}
      <div style={{ height: virtual.below }} />
    </div>
  );
}

function isAnyLoaded(itemAt: (index: number) => unknown, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) if (itemAt(index) !== undefined) return true;
  return false;
}

interface TilesProps<Item> extends Pick<LinesProps<Item>, 'list' | 'keyOf' | 'children'> {
  from: number;
  to: number;
  ratio: number;
  isPassing: boolean;
}

/** Renders the tiles of a line, with placeholders for those that are not loaded. */
function Tiles<Item>({ list, from, to, keyOf, ratio, isPassing, children }: TilesProps<Item>) {
  const { itemAt, total } = list;
  return Array.from({ length: to - from }, (_, column) => {
    const index = from + column;
    const item = isPassing ? undefined : itemAt(index);
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
          <span
            className={classes.waiting}
            style={{ aspectRatio: ratio }}
            role="img"
            aria-label={t('common.loading')}
          />
        )}
      </div>
    );
  });
}
