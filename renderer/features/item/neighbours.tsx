import { ActionIcon, Group, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getContentIds } from '../../../src/contract/dashboard-api/content.ts';
import { type Among, movedTo, stepOfKey } from '../../lib/among.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf } from '../../lib/paths.ts';
import type { BackState } from '../../ui/navigation/back-link.tsx';

interface NeighboursProps {
  /** The item on the page. */
  id: string;
  /** Its title; undefined while it is loaded. */
  title: string | undefined;
}

/** Leads to the previous and the next item of the list from which the page was opened, also by the arrow keys. */
export function Neighbours(props: NeighboursProps) {
  const state = useLocation().state as Partial<BackState> | null;
  return state?.among ? <Arrows {...props} state={state} among={state.among} /> : null;
}

interface ArrowsProps extends NeighboursProps {
  state: Partial<BackState>;
  among: Among;
}

function Arrows({ id, title, state, among }: ArrowsProps) {
  const navigate = useNavigate();
  const { ids, first } = useIdsAround(among, id);
  const at = ids.indexOf(id);
  const [hasMoved, setHasMoved] = useState(false);
  const go = (step: 1 | -1): void => {
    const target = at === -1 ? undefined : ids[at + step];
    if (target === undefined) return;
    setHasMoved(true);
    // The way back leads to the list.
    const next: Partial<BackState> = { ...state, among: movedTo(among, first + at + step) };
    void navigate(itemPathOf(target), { replace: true, state: next });
  };
  const goByKey = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOfKey(event, document.activeElement);
    if (step) go(step);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => goByKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const buttons = [
    { step: -1, name: 'previous', Icon: IconChevronLeft },
    { step: 1, name: 'next', Icon: IconChevronRight },
  ] as const;
  return (
    <Group gap={4} wrap="nowrap">
      {buttons.map(({ step, name, Icon }) => {
        const isEnd = at === -1 || ids[at + step] === undefined;
        return (
          // Keeps the focus at the end of the list, unlike a disabled button.
          <ActionIcon
            key={name}
            data-keeps-focus
            size="lg"
            aria-label={t(`item.${name}`)}
            title={t(`item.${name}`)}
            aria-disabled={isEnd}
            {...(isEnd && { 'data-disabled': true })}
            onClick={() => go(step)}
          >
            <Icon className="mantine-rotate-rtl" size={20} aria-hidden />
          </ActionIcon>
        );
      })}
      <VisuallyHidden role="status">{hasMoved && title}</VisuallyHidden>
    </Group>
  );
}

/** Number of places by which an item is looked for in either direction after its list has changed. */
const reach = 500;

interface Part {
  ids: readonly string[];
  /** Position of the first id in the list. */
  first: number;
}

/** Returns the ids of a list around an item, wherever changes of the list have moved it. */
function useIdsAround(among: Among, id: string): Part {
  const index = among.kind === 'files' ? among.index : 0;
  const near = usePart(among, Math.max(0, index - 1), index + 2, true);
  const isThere = near.isPlaceholderData || near.data?.content_ids[index - near.first] === id;
  const hasMoved = near.data !== undefined && !isThere;
  const far = usePart(among, Math.max(0, index - reach), index + reach + 1, hasMoved);
  if (among.kind === 'entries') return { ids: among.ids, first: 0 };
  const { data, first } = hasMoved && far.data ? far : near;
  return { ids: data?.content_ids ?? [], first };
}

function usePart(among: Among, first: number, end: number, isWanted: boolean) {
  const query = among.kind === 'files' ? among.query : {};
  const part = useDashboardQuery(
    ['content', 'around', query, first, end],
    getContentIds,
    { query: { ...query, skip: first, limit: end - first } },
    // The item is also in the piece before.
    { enabled: isWanted && among.kind === 'files', placeholderData: keepPreviousData },
  );
  return { data: part.data, isPlaceholderData: part.isPlaceholderData, first };
}
