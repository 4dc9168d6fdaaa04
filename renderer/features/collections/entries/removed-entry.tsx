import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { EntryRef } from '../../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../../lib/i18n/language.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { useAddEntries } from '../collection-queries.ts';

export interface Removed {
  ref: EntryRef;
  name: string;
  /** The entry that followed the removed one. */
  before: EntryRef | null;
}

interface RemovedEntryProps {
  id: string;
  removed: Removed;
  onDone(): void;
}

/** Offers to restore a removed entry to its place. Gets the focus, because the menu that had it no longer exists. */
export function RemovedEntry({ id, removed, onDone }: RemovedEntryProps) {
  const undo = useRef<HTMLButtonElement>(null);
  const add = useAddEntries();
  useEffect(() => undo.current?.focus(), []);
  return (
    <Alert role="status" withCloseButton closeButtonLabel={t('common.dismiss')} onClose={onDone} py="xs">
      <Group gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('collections.entry.removed', { name: removed.name })}
        </Text>
        <Button
          ref={undo}
          size="compact-sm"
          variant="default"
          loading={add.isPending}
          onClick={() =>
            add.mutate(
              { id, entries: [removed.ref], before: removed.before },
              { onSuccess: onDone, onError: notifyProblem },
            )
          }
        >
          {t('common.undo')}
        </Button>
      </Group>
    </Alert>
  );
}
