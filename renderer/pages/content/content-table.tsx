import { Button, Center, Loader, Table, VisuallyHidden } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ContentPage } from '../../../src/contract/local.ts';
import { headerHeight } from '../../theme.ts';
import { ContentRow } from './content-row.tsx';
import { useOffsetTop } from './use-offset-top.ts';

const rowHeight = 53;

interface ContentTableProps {
  contents: UseInfiniteQueryResult<InfiniteData<ContentPage>>;
  /** How many match in all, loaded or not. */
  total: number;
}

/** The stored files; only the rows in sight are in the document, more are loaded while scrolling. */
export function ContentTable({ contents, total }: ContentTableProps) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = contents;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const table = useRef<HTMLTableElement>(null);
  const scrollMargin = useOffsetTop(table);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.content_id ?? index,
    overscan: 12,
    scrollMargin,
  });
  const rows = virtualizer.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? 0;
  const wantsMore = hasNextPage && !isFetching && !isFetchNextPageError && lastShown >= items.length - 20;

  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);

  const above = (rows[0]?.start ?? scrollMargin) - scrollMargin;
  const below = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin);

  return (
    <>
      <Table
        ref={table}
        layout="fixed"
        highlightOnHover
        stickyHeader
        stickyHeaderOffset={headerHeight}
        horizontalSpacing="md"
        aria-label="Stored files"
        aria-rowcount={total + 1}
        aria-busy={isFetching}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th>Name</Table.Th>
            <Table.Th visibleFrom="md" w={200}>
              Type
            </Table.Th>
            <Table.Th visibleFrom="sm" w={110} ta="right">
              Size
            </Table.Th>
            <Table.Th visibleFrom="sm" w={180}>
              Added
            </Table.Th>
            <Table.Th w={64}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer height={above} />
          {rows.map(({ index, key }) => {
            const item = items[index];
            return (
              item && (
                <ContentRow key={key} content={item} index={index} measure={virtualizer.measureElement} />
              )
            );
          })}
          <Spacer height={below} />
        </Table.Tbody>
      </Table>
      {hasNextPage && (
        <Center h={rowHeight}>
          {isFetchNextPageError ? (
            <Button size="xs" variant="default" onClick={() => void fetchNextPage()}>
              Load more
            </Button>
          ) : (
            <Loader size="sm" role="status" aria-label="Loading more files" />
          )}
        </Center>
      )}
    </>
  );
}

/** Takes the room of the rows that are out of sight. One cell is enough, and spans no column hidden on small screens. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}
