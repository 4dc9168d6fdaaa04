import { Checkbox } from '@mantine/core';
import { type DragEvent, memo } from 'react';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { t } from '../../../lib/i18n/language.ts';
import { FileTile, plainName } from '../../stored-file/index.ts';
import { ContentMenu } from '../content-menu.tsx';
import classes from './content-tile.module.css';

export interface SelectableProps {
  content: LocalContent;
  /** Position among all matches, from 0. */
  index: number;
  isSelected: boolean;
  onToggle(content: LocalContent, index: number): void;
}

interface ContentTileProps extends SelectableProps {
  /** Whether the other tiles may have other shapes. */
  hasMixedShapes: boolean;
  onDrag(event: DragEvent<HTMLElement>, content: LocalContent): void;
}

/** Shows a file as a tile. Its checkbox and menu appear on hover and focus. */
export const ContentTile = memo(function Tile({
  content,
  index,
  isSelected,
  onToggle,
  hasMixedShapes,
  onDrag,
}: ContentTileProps) {
  return (
    <div className={classes.tile} data-selected={isSelected || undefined}>
      <FileTile
        content={content}
        backLabel={t('frame.pages.library')}
        hasMixedShapes={hasMixedShapes}
        isSelected={isSelected}
        onDragStart={(event) => onDrag(event, content)}
      />
      <div className={classes.check}>
        <SelectBox content={content} index={index} isSelected={isSelected} onToggle={onToggle} />
      </div>
      <div className={classes.menu}>
        <ContentMenu content={content} />
      </div>
    </div>
  );
});

/** The checkbox that selects a file. */
export function SelectBox({ content, index, isSelected, onToggle }: SelectableProps) {
  return (
    <Checkbox
      size="sm"
      aria-label={t('content.selection.select', { name: plainName(content) })}
      checked={isSelected}
      onChange={() => onToggle(content, index)}
    />
  );
}
