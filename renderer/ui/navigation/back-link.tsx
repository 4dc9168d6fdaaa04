import { Anchor, Group } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Among } from '../../lib/among.ts';

/** Navigation state of a link: the page with the link, to which the user can return. */
export interface BackState {
  backLabel: string;
  /** The title of the item on the target, shown until it is loaded. */
  title?: string;
  /** The list with the link, on the page of an item. */
  among?: Among;
}

interface BackLinkProps {
  /** Target if there is no previous page. */
  to: string;
  /** Name of that page. */
  label: string;
}

/** Links to the previous page and its scroll position. */
export function BackLink({ to, label }: BackLinkProps) {
  const navigate = useNavigate();
  const backLabel = (useLocation().state as Partial<BackState> | null)?.backLabel;
  const goBack = (event: MouseEvent) => {
    if (backLabel === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Anchor
      component={Link}
      to={to}
      size="sm"
      lh="1.5rem"
      onClick={goBack}
      mt={{ base: -8, xs: 0 }}
      mb={{ base: -4, xs: 4 }}
      py={{ base: 8, xs: 0 }}
      display="inline-block"
    >
      <Group gap={4} component="span">
        <IconChevronLeft className="mantine-rotate-rtl" size={16} aria-hidden />
        {backLabel ?? label}
      </Group>
    </Anchor>
  );
}
