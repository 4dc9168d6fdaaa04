import { Anchor, Group } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

/** What a link from the list says, so that one can go back to the place in it. */
export const fromMarket = { fromMarket: true };

/** Leads to the list, to where one was in it. */
export function BackToMarket() {
  const navigate = useNavigate();
  const cameFromMarket = (useLocation().state as Partial<typeof fromMarket> | null)?.fromMarket === true;
  const goBack = (event: MouseEvent) => {
    if (!cameFromMarket || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Anchor component={Link} to="/market" size="sm" onClick={goBack} mb={4} display="inline-block">
      <Group gap={4} component="span">
        <IconChevronLeft size={16} aria-hidden />
        Market
      </Group>
    </Anchor>
  );
}
