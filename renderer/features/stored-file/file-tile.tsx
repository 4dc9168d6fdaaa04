import { Text, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { kindOf } from '../../lib/format/file-kind.ts';
import { formatBytes, formatLength } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { filePathOf } from '../../lib/paths.ts';
import { TilePicture } from '../../ui/media/tile-picture.tsx';
import type { CameFrom } from '../../ui/navigation/back-link.tsx';
import { useWantedMedia } from '../media/index.ts';
import { plainType } from './encryption-labels.ts';
import { noPictureLabel, pictureOf, shownAuthor, shownTitle } from './file-labels.ts';
import classes from './file-tile.module.css';

interface FileTileProps {
  content: LocalContent;
  /** Name of the page with this tile. */
  cameFrom: string;
  /** Announced by screen readers. */
  isSelected?: boolean;
}

/** Shows a file as a picture with its title; links to its page. */
export function FileTile({ content, cameFrom, isSelected = false }: FileTileProps) {
  const tile = useRef<HTMLAnchorElement>(null);
  useWantedMedia(tile, content);
  const type = plainType(content);
  const ms = content.media?.duration_ms ?? null;
  const length = ms === null ? undefined : formatLength(ms);
  const noPicture = noPictureLabel(content);
  const title = shownTitle(content);
  const author = shownAuthor(content);
  // Screen readers read the tile as one sentence: title, author, kind, length.
  const rest = [
    ...(author === null ? [] : [kindOf(type)]),
    ...(length === undefined ? [] : [length]),
    ...(isSelected ? [t('content.selection.isSelected')] : []),
    ...(noPicture ? [noPicture] : []),
  ];
  return (
    <Link
      ref={tile}
      to={filePathOf(content.content_id)}
      state={{ cameFrom } satisfies CameFrom}
      className={classes.tile}
    >
      {/* Screen readers get the title first. */}
      <div className={classes.picture} title={noPicture} aria-hidden>
        <TilePicture url={pictureOf(content)} contentType={type} id={content.content_id} />
        {length !== undefined && <span className={classes.length}>{length}</span>}
      </div>
      <Text size="sm" fw={600} truncate title={title} translate="no" mt={6}>
        {title}
        <VisuallyHidden>, </VisuallyHidden>
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {author ?? `${kindOf(type)} · ${formatBytes(content.size)}`}
        <VisuallyHidden>{rest.map((part) => `, ${part}`).join('')}</VisuallyHidden>
      </Text>
    </Link>
  );
}
