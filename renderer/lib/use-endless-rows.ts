import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useOffsetTop } from './use-offset-top.ts';

interface EndlessRowsOptions {
  /** How many rows there are so far. */
  count: number;
  keyOf(index: number): string | number;
  /** Height of a row before it is measured, in pixels. */
  rowHeight: number;
  /** The query that the rows come from, where there may be more of them. */
  source?: RowSource;
}

interface RowSource {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): Promise<unknown>;
}

const noMore: RowSource = {
  hasNextPage: false,
  isFetching: false,
  isFetchNextPageError: false,
  fetchNextPage: () => Promise.resolve(),
};

/** Rows of a table that scrolls with the window: only those in sight are in the document, more are loaded in time. */
export function useEndlessRows({ count, keyOf, rowHeight, source = noMore }: EndlessRowsOptions) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = source;
  const table = useRef<HTMLTableElement>(null);
  const scrollMargin = useOffsetTop(table);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 12,
    scrollMargin,
  });
  const rows = virtualizer.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? 0;
  const wantsMore = hasNextPage && !isFetching && !isFetchNextPageError && lastShown >= count - 20;

  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);

  return {
    table,
    rows,
    measure: virtualizer.measureElement,
    /** Heights of what is left out above and below the rows, in pixels. */
    above: (rows[0]?.start ?? scrollMargin) - scrollMargin,
    below: virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin),
  };
}
