import { ActionIcon, Group, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getContentIds } from '../../../src/contract/dashboard-api/content.ts';
import { type Among, movedTo, stepOfKey } from '../../lib/among.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
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
  const { ids, first, isLoading } = useIdsAround(among, id);
  const at = ids.indexOf(id);
  const [hasMoved, setHasMoved] = useState(false);
  const setAwaited = useAwaitedStep(id, isLoading, (step) => go(step));
  const go = (step: 1 | -1): void => {
    const target = at === -1 ? undefined : ids[at + step];
    setAwaited(target === undefined && isLoading ? { step, from: id } : null);
    if (target === undefined) return;
    setHasMoved(true);
    // The way back leads to the list.
    const { title: _, ...back } = state;
    const next: Partial<BackState> = { ...back, among: movedTo(among, first + at + step) };
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
        const isEnd = !isLoading && (at === -1 || ids[at + step] === undefined);
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

/** A step to an item that is not known yet, and the item from which it leads. */
type AwaitedStep = { step: 1 | -1; from: string } | null;

/** Carries out a step once the list is read. @returns a function that sets the step */
function useAwaitedStep(
  id: string,
  isLoading: boolean,
  go: (step: 1 | -1) => void,
): (awaited: AwaitedStep) => void {
  const [awaited, setAwaited] = useState<AwaitedStep>(null);
  const goAwaited = useEffectEvent(() => {
    setAwaited(null);
    // A dialog or menu that was opened meanwhile is about this item.
    const isCovered = document.querySelector('[role="dialog"], [role="menu"]') !== null;
    if (awaited?.from === id && !isCovered) go(awaited.step);
  });
  useEffect(() => {
    if (!isLoading) goAwaited();
  }, [isLoading]);
  return setAwaited;
}

/** Number of places by which an item is looked for in either direction after its list has changed. */
const reach = 500;

interface Part {
  ids: readonly string[];
  /** Position of the first id in the list. */
  first: number;
}

/** Returns the ids of a list around an item, wherever changes of the list have moved it; meanwhile the former ids. */
function useIdsAround(among: Among, id: string): Part & { isLoading: boolean } {
  const node = useDashboardClient();
  const { query, index } = among.kind === 'files' ? among : { query: {}, index: 0 };
  const around = useQuery({
    queryKey: ['content', 'around', query, index, id],
    queryFn: async ({ signal }): Promise<Part> => {
      const read = async (first: number, end: number): Promise<Part> => {
        const piece = { ...query, skip: first, limit: end - first };
        return { ids: (await node.call(getContentIds, { query: piece }, { signal })).content_ids, first };
      };
      const near = await read(Math.max(0, index - 1), index + 2);
      const isThere = near.ids[index - near.first] === id;
      return isThere ? near : read(Math.max(0, index - reach), index + reach + 1);
    },
    enabled: among.kind === 'files',
    // The item is also in the piece before.
    placeholderData: keepPreviousData,
  });
  if (among.kind === 'entries') return { ids: among.ids, first: 0, isLoading: false };
  const { data, isPending, isPlaceholderData } = around;
  return { ...(data ?? { ids: [], first: 0 }), isLoading: isPending || isPlaceholderData };
}
