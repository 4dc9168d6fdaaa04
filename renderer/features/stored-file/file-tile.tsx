import { type DragEventHandler, type ReactNode, useRef } from 'react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { Among } from '../../lib/among.ts';
import { isMedium, kindOf } from '../../lib/format/file-kind.ts';
import { formatBytes, formatLength, formatLocalDay } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf } from '../../lib/paths.ts';
import { Tile, TileBadge } from '../../ui/media/tile.tsx';
import { useWantedMedia } from '../media/index.ts';
import { plainType } from './encryption-labels.ts';
import { noPictureLabel, pictureOf, shownAuthor, shownTitle } from './file-labels.ts';

interface FileTileProps {
  content: LocalContent;
  /** Name of the page with this tile. */
  backLabel: string;
  /** The list with this tile. */
  among?: Among;
  /** Whether the other tiles may have other shapes. */
  hasMixedShapes?: boolean;
  /** Announced by screen readers. */
  isSelected?: boolean;
  /** Shown on the picture, such as that the file plays now. */
  state?: { label: string; icon: ReactNode } | undefined;
  onDragStart?: DragEventHandler<HTMLElement>;
}

/** Shows a file as a picture with its title; links to its page. */
export function FileTile({
  content,
  isSelected = false,
  hasMixedShapes = true,
  state,
  ...props
}: FileTileProps) {
  const tile = useRef<HTMLAnchorElement>(null);
  useWantedMedia(tile, content);
  const type = plainType(content);
  const ms = content.media?.duration_ms ?? null;
  const length = ms === null ? undefined : formatLength(ms);
  const badge = content.damage === null ? length : t(`content.damage.${content.damage}Badge`);
  const noPicture = noPictureLabel(content);
  const author = shownAuthor(content);
  // Screen readers announce the tile as one sentence: title, author, kind, length.
  const rest = [
    ...(author === null ? [] : [kindOf(type, content.collection_kind)]),
    ...(length === undefined ? [] : [length]),
    ...(state ? [state.label] : []),
    ...(isSelected ? [t('content.selection.isSelected')] : []),
    ...(noPicture ? [noPicture] : []),
  ];
  const id = content.content_id;
  return (
    <Tile
      ref={tile}
      to={itemPathOf(id)}
      title={isMedium(type) ? shownTitle(content, content.title) : shownTitle(content)}
      note={author ?? tileNote(content)}
      authorAddress={author === null ? null : content.author_address}
      rest={rest}
      picture={{ url: pictureOf(content), contentType: type, id, title: noPicture }}
      hasMixedShapes={hasMixedShapes}
      {...props}
    >
      {state && <TileBadge at="top">{state.icon}</TileBadge>}
      {badge !== undefined && <TileBadge at="bottom">{badge}</TileBadge>}
    </Tile>
  );
}

/**
 * Returns a note that distinguishes files without an author: the day of a photo, the pages of a book, or else the size.
 */
function tileNote(content: LocalContent): string {
  const { taken_at: taken, pages } = content.media ?? {};
  if (taken) return formatLocalDay(taken);
  if (pages) return t('media.pages', { count: pages });
  return `${kindOf(plainType(content), content.collection_kind)} · ${formatBytes(content.size)}`;
}
