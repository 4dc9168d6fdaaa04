import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { authorPathOf } from '../../lib/paths.ts';
import type { CameFrom } from '../navigation/back-link.tsx';

interface TileAuthorProps {
  /** Of the wallet. */
  address: string;
  name: string;
  state: CameFrom;
}

/**
 * Shows the author below a tile as a link for the mouse. Tiles keep one stop for the keyboard: the page of the item,
 * which links to the author.
 */
export function TileAuthor({ address, name, state }: TileAuthorProps) {
  return (
    <Anchor
      component={Link}
      to={authorPathOf(address)}
      state={state}
      tabIndex={-1}
      aria-hidden
      size="xs"
      c="dimmed"
      display="block"
      truncate
      translate="no"
    >
      {name}
    </Anchor>
  );
}
