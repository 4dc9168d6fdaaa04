import { Button, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/language.ts';
import { useNow } from '../../../lib/now.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { notifyWithLink } from '../../../ui/feedback/notify-with-link.tsx';
import { ChangeButton } from '../../../ui/forms/change-button.tsx';
import type { Column } from '../../../ui/lists/table-head.tsx';
import { actionsColumn } from '../../../ui/lists/table-head.tsx';
import { SmallNote } from '../../../ui/values/texts.ts';

/** In a narrow window, each button of a row takes a whole line. */
const lineOfItsOwn = { base: '1 0 100%', sm: 'none' };

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/** Returns the columns of a table of deleted items. */
export const trashColumns = (name: string, size: string): Column[] => [
  { label: name },
  { label: size, visibleFrom: 'md', w: 110, ta: 'end' },
  { label: t('content.trash.left'), visibleFrom: 'sm', w: 140 },
  { ...actionsColumn(undefined), w: { base: 150, sm: 290 } },
];

interface Change {
  isPending: boolean;
  mutate(input: undefined, options: { onError(error: unknown): void }): void;
  mutateAsync(input: undefined): Promise<unknown>;
}

interface TrashedRowProps {
  name: string;
  /** The tooltip of the name. */
  title: string;
  index: number;
  size: ReactNode;
  purgedAt: string;
  /** The restored item: its page, and the label of the link to it. */
  restored: { to: string; label: string };
  restore: Change;
  purge: Change;
}

/** Shows a deleted item, and when it is purged. */
export function TrashedRow({
  name,
  title,
  index,
  size,
  purgedAt,
  restored,
  restore,
  purge,
}: TrashedRowProps) {
  // Updated once a minute.
  const now = useNow(60);
  const left = t('content.trash.days', {
    count: Math.max(0, Math.ceil((Date.parse(purgedAt) - now - minuteMs) / dayMs)),
  });
  return (
    <Table.Tr data-index={index} aria-rowindex={index + 2}>
      <Table.Th scope="row" fw={400}>
        <Text size="sm" truncate translate="no" title={title}>
          {name}
        </Text>
        <SmallNote hiddenFrom="sm">{left}</SmallNote>
      </Table.Th>
      <Table.Td visibleFrom="md" ta="end">
        {size}
      </Table.Td>
      <Table.Td visibleFrom="sm">{left}</Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end">
          <RestoreButton name={name} restore={restore} restored={restored} />
          <ChangeButton
            change={purge}
            question={{
              title: t('content.trash.purge.title'),
              text: t('content.trash.purge.text', { name }),
              confirm: t('content.trash.purge.confirm'),
              danger: true,
            }}
            flex={lineOfItsOwn}
            aria-label={t('content.trash.purge.of', { name })}
          >
            {t('content.trash.purge.button')}
          </ChangeButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function RestoreButton({ name, restore, restored }: Pick<TrashedRowProps, 'name' | 'restore' | 'restored'>) {
  const giveBack = () => {
    // Also resolves after this row is gone, unlike the options of `mutate`.
    const text = t('content.trash.restored', { name });
    restore.mutateAsync(undefined).then(() => notifyWithLink({ text, ...restored }), notifyProblem);
  };
  return (
    <Button
      size="xs"
      variant="default"
      flex={lineOfItsOwn}
      aria-label={t('content.trash.restoreOf', { name })}
      loading={restore.isPending}
      onClick={giveBack}
    >
      {t('content.trash.restore')}
    </Button>
  );
}
