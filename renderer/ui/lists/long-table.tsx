import { Table } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { headerHeight } from '../theme/theme.ts';
import { EndlessBody, EndlessGroups, EndlessRest } from './endless-table.tsx';
import classes from './long-table.module.css';
import { useEndlessRows } from './virtual/use-endless-rows.ts';
import type { LongList } from './virtual/use-long-list.ts';

interface LongTableProps<Item> {
  list: LongList<Item>;
  label: string;
  /** The heads of its columns. */
  heads: ReactNode;
  keyOf(item: Item): string;
  /** Height of most rows, in pixels. */
  rowHeight: number;
  /** Whether each row is a `tbody` of its own. */
  isGrouped?: boolean;
  /** The row of an item. */
  children(item: Item, index: number): ReactNode;
}

/** A long list as a table that scrolls with the window. */
export function LongTable<Item>(props: LongTableProps<Item>) {
  const { list, label, heads, keyOf, rowHeight, isGrouped = false, children } = props;
  const { itemAt, total } = list;
  const { table, list: endless } = useEndlessRows({
    count: list.count ?? 0,
    keyOf: (index) => {
      const item = itemAt(index);
      return item && keyOf(item);
    },
    rowHeight,
    onShow: list.show,
  });

  const search = useRef(list.search);
  useLayoutEffect(() => {
    if (search.current === list.search) return;
    search.current = list.search;
    // Another search is seen from its beginning.
    if (table.current && table.current.getBoundingClientRect().top < 0) window.scrollTo(0, 0);
  }, [list.search, table]);

  const Body = isGrouped ? EndlessGroups : EndlessBody;
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
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>{heads}</Table.Tr>
        </Table.Thead>
        <Body list={endless}>
          {(index) => {
            const item = itemAt(index);
            return item && children(item, index);
          }}
        </Body>
      </Table>
      <EndlessRest list={endless} />
    </>
  );
}
