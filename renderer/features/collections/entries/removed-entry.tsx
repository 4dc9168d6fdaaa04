import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { EntryRef } from '../../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../../lib/i18n/language.ts';
import { collectionPathOf, itemPathOf } from '../../../lib/paths.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { startRestoring } from '../../../ui/feedback/offer-undo.tsx';
import { useAddEntries } from '../collection-queries.ts';

export interface Removed {
  ref: EntryRef;
  name: string;
  /** The entry that followed the removed one. */
  before: EntryRef | null;
}

const pathOf = (ref: EntryRef): string =>
  'content_id' in ref ? itemPathOf(ref.content_id) : collectionPathOf(ref.collection_id);

interface RemovedEntryProps {
  id: string;
  removed: Removed;
  onDone(): void;
}

/** Offers to restore a removed entry to its place. Gets the focus, because the menu that had it no longer exists. */
export function RemovedEntry({ id, removed, onDone }: RemovedEntryProps) {
  const undo = useRef<HTMLButtonElement>(null);
  const add = useAddEntries();
  const restore = () => {
    const announce = startRestoring();
    const { ref, name, before } = removed;
    add.mutate(
      { id, entries: [ref], before },
      {
        onSuccess: () => {
          onDone();
          announce(t('collections.entry.restored', { name }), pathOf(ref));
        },
        onError: notifyProblem,
      },
    );
  };
  useEffect(() => undo.current?.focus(), []);
  // Undo moved the focus to the page; after a failure, it can be pressed again.
  useEffect(() => {
    if (add.isError && document.activeElement?.id === 'main') undo.current?.focus();
  }, [add.isError]);
  return (
    <Alert role="status" withCloseButton closeButtonLabel={t('common.dismiss')} onClose={onDone} py="xs">
      <Group gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('collections.entry.removed', { name: removed.name })}
        </Text>
        <Button ref={undo} size="compact-sm" variant="default" loading={add.isPending} onClick={restore}>
          {t('common.undo')}
        </Button>
      </Group>
    </Alert>
  );
}
