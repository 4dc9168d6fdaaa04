import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { kindOf } from '../../lib/format/file-kind.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { filePathOf } from '../../lib/paths.ts';
import { TilePicture } from '../../ui/media/tile-picture.tsx';
import type { CameFrom } from '../../ui/navigation/back-link.tsx';
import { plainName, plainType } from './encryption-labels.ts';
import { ownTitle } from './file-labels.ts';
import classes from './file-tile.module.css';

interface FileTileProps {
  content: LocalContent;
  /** Name of the page with this tile. */
  cameFrom: string;
}

/** Shows a file as a picture with its title; links to its page. */
export function FileTile({ content, cameFrom }: FileTileProps) {
  const type = plainType(content);
  const title = ownTitle(content) ?? plainName(content);
  const below = content.authors[0] ?? `${kindOf(type)} · ${formatBytes(content.size)}`;
  return (
    <Link
      to={filePathOf(content.content_id)}
      state={{ cameFrom } satisfies CameFrom}
      className={classes.tile}
    >
      <TilePicture url={content.cover_url} contentType={type} id={content.content_id} />
      <Text size="sm" fw={600} truncate title={title} translate="no" mt={6}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {below}
      </Text>
    </Link>
  );
}
