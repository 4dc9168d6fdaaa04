import { Anchor, Group } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

/** What a link says of the page that it is on, so that one can go back to the place in it. */
export interface CameFrom {
  cameFrom: string;
}

interface BackLinkProps {
  /** Where it leads when nobody came from anywhere. */
  to: string;
  /** The name of that page. */
  label: string;
}

/** Leads to where one came from, to the place where one was there. */
export function BackLink({ to, label }: BackLinkProps) {
  const navigate = useNavigate();
  const cameFrom = (useLocation().state as Partial<CameFrom> | null)?.cameFrom;
  const goBack = (event: MouseEvent) => {
    if (cameFrom === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Anchor component={Link} to={to} size="sm" lh="1.5rem" onClick={goBack} mb={4} display="inline-block">
      <Group gap={4} component="span">
        <IconChevronLeft className="mantine-rotate-rtl" size={16} aria-hidden />
        {cameFrom ?? label}
      </Group>
    </Anchor>
  );
}
