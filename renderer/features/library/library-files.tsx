import { Box } from '@mantine/core';
import { type DragEvent, type RefObject, useCallback, useMemo, useRef } from 'react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { ListedFiles } from '../../lib/among.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongGrid } from '../../ui/lists/long-grid.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { actionsColumn, type Column } from '../../ui/lists/table-head.tsx';
import type { ListSection } from '../../ui/lists/virtual/section-lines.ts';
import type { LongList as List } from '../../ui/lists/virtual/use-long-list.ts';
import type { ListHandle } from '../../ui/lists/virtual/use-sections.ts';
import { type TileShape, tileRatios } from '../../ui/media/tile-shape.ts';
import { DropBar, startContentDrag } from '../collections/index.ts';
import type { SelectedFiles } from './selection/selection.ts';
import { SelectionBar } from './selection/selection-bar.tsx';
import { type SelectionMode, useSelection } from './selection/use-selection.ts';
import { useDelete } from './trash/use-delete.tsx';
import { ContentRow } from './view/content-row.tsx';
import { ContentTile } from './view/content-tile.tsx';
import type { LibraryView } from './view/library-view.ts';
import { ListedQuery, useStableQuery } from './view/listed-query.ts';

/** Returns the same array until the mode changes, so that the head is not rendered again whenever rows are loaded. */
function useColumns(isSelecting: boolean): Column[] {
  return useMemo(
    () => [
      {
        label: t('content.selection.column'),
        isHidden: true,
        w: 48,
        ...(!isSelecting && { visibleFrom: 'xs' }),
      },
      { label: t('content.columns.name') },
      { label: t('content.columns.author'), visibleFrom: 'lg', w: 170 },
      { label: t('content.columns.length'), visibleFrom: 'lg', w: 90, ta: 'end' },
      { label: t('content.columns.size'), visibleFrom: 'md', w: 110, ta: 'end' },
      { label: t('content.columns.added'), visibleFrom: 'md', w: 205 },
      actionsColumn(64),
    ],
    [isSelecting],
  );
}

/** Returns a stable function that starts to drag a file, together with the selected ones if it is one of them. */
function useDragStart(files: SelectedFiles) {
  const latest = useRef(files);
  latest.current = files;
  return useCallback((event: DragEvent, { content_id: id }: LocalContent) => {
    startContentDrag(event, latest.current.has(id) ? [...latest.current.keys()] : [id]);
  }, []);
}

interface LibraryFilesProps {
  list: List<LocalContent>;
  query: ListedFiles;
  view: LibraryView;
  mode: SelectionMode;
  /** The shape of all pictures; undefined if their shapes may differ. */
  shape: TileShape | undefined;
  /** Sections with headings. */
  sections: readonly ListSection[] | undefined;
  handle: RefObject<ListHandle | null>;
  /** Shown if nothing matches. */
  none: React.ReactNode;
}

const keyOf = (content: LocalContent) => content.content_id;

/** Shows files as a grid or a list, in which they can be selected. */
export function LibraryFiles({ list, query, view, none, ...props }: LibraryFilesProps) {
  const { shape, sections, handle, mode } = props;
  const isGrid = view.layout === 'grid';
  const isCompact = view.density === 'compact';
  const selection = useSelection(list, query, handle, useDelete().remove, mode);
  const columns = useColumns(selection.isActive);
  const propsOf = (content: LocalContent, index: number) => ({
    content,
    index,
    isSelected: selection.files.has(content.content_id),
    onToggle: selection.toggle,
  });
  const onDrag = useDragStart(selection.files);
  return (
    <ListedQuery value={useStableQuery(query)}>
      <Box {...selection.handlers} mod={{ selecting: selection.isActive }}>
        <LongList list={list} none={none} loading={t('content.loading')} isBare={isGrid}>
          {isGrid ? (
            <LongGrid
              ref={handle}
              sections={sections}
              ratio={tileRatios[shape ?? 'square']}
              list={list}
              label={t('content.list')}
              keyOf={keyOf}
              tileWidth={isCompact ? 144 : 184}
            >
              {(content, index) => (
                <ContentTile
                  {...propsOf(content, index)}
                  hasMixedShapes={shape === undefined}
                  onDrag={onDrag}
                />
              )}
            </LongGrid>
          ) : (
            <LongTable
              ref={handle}
              sections={sections}
              list={list}
              label={t('content.list')}
              keyOf={keyOf}
              rowHeight={isCompact ? 44 : 60}
              columns={columns}
            >
              {(content, index, line) => (
                <ContentRow {...propsOf(content, index)} line={line} isCompact={isCompact} />
              )}
            </LongTable>
          )}
        </LongList>
      </Box>
      <DropBar />
      <SelectionBar files={selection.files} isShown={selection.isActive} onClear={selection.clear} />
    </ListedQuery>
  );
}
