import { Table, Text } from '@mantine/core';
import { Fragment, type ReactNode, type Ref, useCallback, useLayoutEffect, useRef } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { headerHeight } from '../theme/theme.ts';
import classes from './long-table.module.css';
import { SectionHeading } from './section-heading.tsx';
import { type Column, TableHead } from './table-head.tsx';
import type { ListSection, SectionLines } from './virtual/section-lines.ts';
import { type ListHandle, useListHandle, useSectionLines } from './virtual/use-sections.ts';
import { useVirtualRows, type VirtualRows } from './virtual/use-virtual-rows.ts';

/** The rows of a long table: a long list, or a list that is loaded completely. */
export interface TableList<Item> {
  count: number | undefined;
  /** Total number of rows; null if it is unknown. */
  total: number | null;
  itemAt(index: number): Item | undefined;
  /** Receives the numbers of the rows that are in the document. */
  setVisibleRows(indexes: readonly number[]): void;
  /** Key of the current filter. */
  search?: string;
  isFetching?: boolean;
}

interface LongTableProps<Item> {
  list: TableList<Item>;
  label: string;
  columns: readonly Column[];
  keyOf(item: Item): string;
  /** Estimated height of a row, in pixels. */
  rowHeight: number;
  /** Whether each row is a `tbody` of its own. */
  isGrouped?: boolean;
  /** Sections with headings, for a table that is not grouped; must be the same array while they are unchanged. */
  sections?: readonly ListSection[] | undefined;
  ref?: Ref<ListHandle>;
  /** Renders the row of an item; `line` counts the headings above it, too. */
  children(item: Item, index: number, line: number): ReactNode;
}

/** Shows a list as a table that scrolls with the window; only the visible rows are in the document. */
export function LongTable<Item>(props: LongTableProps<Item>) {
  const { list, label, columns, keyOf, rowHeight, isGrouped = false, sections, ref, children } = props;
  const { itemAt, count = 0, total, search, setVisibleRows } = list;
  const table = useRef<HTMLTableElement>(null);
  const lines = useSectionLines(sections, count, 1);
  const onShow = useCallback(
    (shown: readonly number[]) => setVisibleRows(lines.itemsIn(shown)),
    [setVisibleRows, lines],
  );
  const virtual = useVirtualRows(table, {
    count: lines.count,
    keyOf: (line) => lines.keyOf(line, itemAt, keyOf),
    headings: lines.headings,
    rowHeight,
    onShow,
  });
  useListHandle(ref, table, lines, virtual);

  const searched = useRef(search);
  useLayoutEffect(() => {
    if (searched.current === search) return;
    searched.current = search;
    // The results of another search start at the top.
    if (table.current && table.current.getBoundingClientRect().top < 0) window.scrollTo(0, 0);
  }, [search]);

  return (
    <>
      <Table
        ref={table}
        className={classes.table}
        layout="fixed"
        withRowBorders={false}
        highlightOnHover={!isGrouped}
        stickyHeader
        stickyHeaderOffset={headerHeight}
        horizontalSpacing="md"
        aria-label={label}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-busy={list.isFetching}
      >
        <TableHead columns={columns} aria-rowindex={1} />
        <Rows list={list} virtual={virtual} lines={lines} isGrouped={isGrouped}>
          {children}
        </Rows>
      </Table>
      {virtual.tooFar > 0 && (
        <Text size="sm" c="dimmed" ta="center" p="md">
          {t('common.searchForRest', { count: virtual.tooFar })}
        </Text>
      )}
    </>
  );
}

interface RowsProps<Item> extends Pick<LongTableProps<Item>, 'list' | 'children'> {
  virtual: VirtualRows;
  lines: SectionLines;
  isGrouped: boolean;
}

/** Renders the rows that are in the document, with space for all others. */
function Rows<Item>({ list, virtual, lines, isGrouped, children }: RowsProps<Item>) {
  const [Body, Group] = isGrouped ? [Fragment, Table.Tbody] : [Table.Tbody, Fragment];
  const label = t('common.loading');
  let spacers = 0;
  return (
    <Body>
      {virtual.rows.flatMap(({ index: line, key, above, isPassing }) => {
        const { section, from: index = -1 } = lines.at(line);
        const item = list.itemAt(index);
        return [
          above > 0 && (
            <Group key={`above ${spacers++}`}>
              <SpacerRow height={above} />
            </Group>
          ),
          <Fragment key={key}>
            {section ? (
              <SectionRow label={section.label} line={line} />
            ) : item && !isPassing ? (
              children(item, index, line)
            ) : (
              <Group>
                <WaitingRow index={index} height={virtual.rowHeight} label={label} />
              </Group>
            )}
          </Fragment>,
        ];
      })}
      {virtual.below > 0 && (
        <Group>
          <SpacerRow height={virtual.below} />
        </Group>
      )}
    </Body>
  );
}

/**
 * One cell is enough: spanning columns would also span those that are hidden on small screens, and its text may
 * overflow.
 */
function SectionRow({ label, line }: { label: string; line: number }) {
  return (
    <tr data-index={line} data-heading>
      <Table.Td py={0}>
        <SectionHeading label={label} />
      </Table.Td>
    </tr>
  );
}

/** Fills the space of the omitted rows. One cell is enough: spanning columns would also span hidden ones. */
function SpacerRow({ height }: { height: number }) {
  return (
    <tr aria-hidden className={classes.spacer}>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

/**
 * Shows a placeholder until a row is loaded. It consists of plain elements, because fast scrolling shows many of them.
 */
function WaitingRow({ index, height, label }: { index: number; height: number; label: string }) {
  return (
    <tr aria-rowindex={index + 2} style={{ height }}>
      <td className={classes.waiting}>
        <span className={classes.bar} role="img" aria-label={label} />
      </td>
    </tr>
  );
}
