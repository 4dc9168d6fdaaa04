import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { authorPathOf } from '../../lib/paths.ts';
import type { BackState } from '../navigation/back-link.tsx';

interface TileAuthorProps {
  /** The address of the author's wallet. */
  address: string;
  name: string;
  state: BackState;
}

/**
 * Shows the author below a tile as a link for the mouse only. For the keyboard, a tile is one stop: the page of the
 * item, which also links to the author.
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
