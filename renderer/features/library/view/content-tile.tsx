import { type DragEvent, memo } from 'react';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { usePlayingState } from '../../player/index.ts';
import { FileTile } from '../../stored-file/index.ts';
import { ContentMenu } from '../content-menu.tsx';
import classes from './content-tile.module.css';
import { usePlace } from './listed-query.ts';
import { type SelectableProps, SelectBox } from './select-box.tsx';

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
        {...usePlace(index)}
        state={usePlayingState(content.content_id)}
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
