import { Anchor, Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { titleOf } from '../../lib/format/file-kind.ts';
import { itemPathOf } from '../../lib/paths.ts';
import { Cover } from '../media/cover.tsx';
import type { BackState } from '../navigation/back-link.tsx';

interface ItemTitleProps {
  item: { content_address: string; content_type: string; title: string; cover_url: string | null };
  /** Name of the page with this link. */
  backLabel: string;
  /** Shown below the title. */
  children: ReactNode;
}

/** Shows an item in a row: its cover, and its title as a link to its page. */
export function ItemTitle({ item, backLabel, children }: ItemTitleProps) {
  const title = titleOf(item);
  return (
    <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
      <Box visibleFrom="xs">
        <Cover url={item.cover_url} contentType={item.content_type} size={40} />
      </Box>
      <Box miw={0} flex={1}>
        <Anchor
          component={Link}
          to={itemPathOf(item.content_address)}
          state={{ backLabel, title } satisfies BackState}
          size="sm"
          lh="1.5rem"
          lineClamp={2}
          style={{ overflowWrap: 'anywhere' }}
          title={title}
        >
          {title}
        </Anchor>
        {children}
      </Box>
    </Group>
  );
}
