import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Collection, EntryRef } from '../../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../../lib/i18n/language.ts';
import { openDialog } from '../../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { BareList } from '../../../ui/lists/bare-list.tsx';
import { Note, SmallNote } from '../../../ui/values/texts.ts';
import { kindIcons } from '../collection-picture.tsx';
import { useFoundCollections } from '../collection-queries.ts';
import { useAddTo } from '../use-add-to.tsx';
import classes from './add-to-dialog.module.css';
import { NewForm } from './collection-form.tsx';

/** Opens a dialog that adds at most 1,000 stored contents to a collection, or to a new one. */
export function openAddToDialog(contentIds: readonly string[], onAdded?: () => void): void {
  openDialog({
    title: t('collections.add.title', { count: contentIds.length }),
    children: (close) => (
      <AddToDialog
        entries={contentIds.map((id) => ({ content_id: id }))}
        onDone={() => {
          close();
          onAdded?.();
        }}
      />
    ),
  });
}

interface AddToDialogProps {
  entries: EntryRef[];
  onDone(): void;
}

function AddToDialog({ entries, onDone }: AddToDialogProps) {
  const [typed, setTyped] = useState('');
  const [isNew, setIsNew] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), 250);
  const found = useFoundCollections(search);
  const { add, addTo: addEntries } = useAddTo(entries);
  const addTo = (collection: Pick<Collection, 'id' | 'title'>) => addEntries(collection, { onDone });
  if (isNew) return <NewForm onCreated={addTo} onDone={() => setIsNew(false)} />;
  return (
    <Stack gap="md">
      <SearchField
        data-autofocus
        label={t('collections.add.search')}
        value={typed}
        onChange={setTyped}
        isSearching={found.isPlaceholderData}
      />
      <QueryState query={found} height={44} rows={3} loadingLabel={t('collections.add.loading')}>
        {({ items }) =>
          items.length === 0 ? (
            search !== '' && <Note role="status">{t('collections.add.none')}</Note>
          ) : (
            <BareList gap={2} aria-label={t('collections.list')}>
              {items.map((collection) => (
                <li key={collection.id}>
                  <CollectionChoice collection={collection} onChoose={() => addTo(collection)} />
                </li>
              ))}
            </BareList>
          )
        }
      </QueryState>
      {add.isError && <ProblemAlert error={add.error} onClose={add.reset} />}
      <Group>
        <Button
          variant="default"
          loading={add.isPending}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setIsNew(true)}
        >
          {t('collections.add.create')}
        </Button>
      </Group>
    </Stack>
  );
}

interface CollectionChoiceProps {
  collection: Collection;
  onChoose(): void;
}

function CollectionChoice({ collection, onChoose }: CollectionChoiceProps) {
  const { kind, title, items } = collection;
  const Icon = kindIcons[kind];
  return (
    <UnstyledButton className={classes.choice ?? ''} onClick={onChoose}>
      <Group gap="sm" wrap="nowrap">
        <Icon size={20} stroke={1.6} aria-hidden />
        <Stack gap={0} miw={0}>
          <Text size="sm" truncate translate="no">
            {title}
          </Text>
          <SmallNote>
            {t(`collections.kind.${kind}`)} · {t('collections.items', { count: items })}
          </SmallNote>
        </Stack>
      </Group>
    </UnstyledButton>
  );
}
