import { Chip, Group, Menu } from '@mantine/core';
import {
  IconLayoutGrid,
  IconList,
  IconListCheck,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  type ContentSource,
  contentSorts,
  contentSources,
} from '../../../../src/contract/dashboard-api/library/content-lists.ts';
import { t } from '../../../lib/i18n/language.ts';
import { IconAction } from '../../../ui/forms/icon-action.tsx';
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts';
import { SortMenu } from '../../../ui/lists/sort-menu.tsx';
import { type LibraryKind, type LibraryView, usualDirection } from './library-view.ts';

interface SourceChipsProps {
  source: ContentSource | undefined;
  onChange(source: ContentSource | undefined): void;
}

/** Filters files by their source; a pressed chip is pressed again to show all. */
export function SourceChips({ source, onChange }: SourceChipsProps) {
  return (
    <Group gap="xs" role="group" aria-label={t('common.filters')}>
      {contentSources.map((each) => (
        <Chip
          key={each}
          size="sm"
          checked={source === each}
          onChange={(isChosen) => onChange(isChosen ? each : undefined)}
        >
          {t(`content.source.${each}`)}
        </Chip>
      ))}
    </Group>
  );
}

interface SelectButtonProps {
  isSelecting: boolean;
  onChange(isSelecting: boolean): void;
}

/** Makes taps select files on a phone, which shows no checkboxes; a long press does the same. */
export function SelectButton({ isSelecting, onChange }: SelectButtonProps) {
  return useIsPhone() ? (
    <IconAction
      icon={IconListCheck}
      label={t('content.selection.start')}
      isPressed={isSelecting}
      onClick={() => onChange(!isSelecting)}
    />
  ) : null;
}

interface ViewControlsProps {
  kind: LibraryKind;
  view: LibraryView;
  onChange(changes: Partial<LibraryView>): void;
  /** More buttons in the same line. */
  children: ReactNode;
}

/** Changes the order of the files, and shows them as grid or list. */
export function ViewControls({ kind, view, onChange, children }: ViewControlsProps) {
  const { sort, direction, layout, density } = view;
  const isAscending = direction === 'ascending';
  return (
    <Group gap={4}>
      <SortMenu
        label={t('content.sort.label')}
        value={sort}
        choices={contentSorts.filter((each) => each !== 'taken' || kind === 'photos')}
        labelOf={(each) => t(`content.sort.${each}`)}
        onChange={(chosen) => onChange({ sort: chosen, direction: usualDirection(chosen) })}
      >
        <Menu.Divider />
        <Menu.RadioGroup
          value={density}
          onChange={(value) => onChange({ density: value === 'compact' ? 'compact' : 'normal' })}
        >
          {(['normal', 'compact'] as const).map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {t(`content.density.${each}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </SortMenu>
      <IconAction
        icon={isAscending ? IconSortAscending : IconSortDescending}
        label={t(isAscending ? 'content.sort.ascending' : 'content.sort.descending')}
        onClick={() => onChange({ direction: isAscending ? 'descending' : 'ascending' })}
      />
      <IconAction
        icon={layout === 'grid' ? IconList : IconLayoutGrid}
        label={t(layout === 'grid' ? 'content.layout.list' : 'content.layout.grid')}
        onClick={() => onChange({ layout: layout === 'grid' ? 'list' : 'grid' })}
      />
      {children}
    </Group>
  );
}
