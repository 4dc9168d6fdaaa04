import { Button, Group, SegmentedControl, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type CollectionKind, collectionKind } from '../../../../src/contract/collections/manifest.ts';
import { type CollectionDetails } from '../../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../../lib/i18n/language.ts';
import { openDialog } from '../../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { useCreateCollection, useEditCollection } from '../collection-queries.ts';

interface NewCollectionOptions {
  /** The collection to which it is added. */
  parentId?: string;
  onCreated(collection: CollectionDetails): void;
}

/** Opens a dialog that creates a collection. */
export function openNewCollection(options: NewCollectionOptions): void {
  openDialog({
    title: t('collections.new.title'),
    children: (close) => <NewForm {...options} onDone={close} />,
  });
}

/** Opens a dialog that edits the details of a collection. */
export function openEditCollection(collection: CollectionDetails): void {
  openDialog({
    title: t('content.edit.title', { name: collection.title }),
    children: (close) => <EditForm collection={collection} onDone={close} />,
  });
}

/** Creates a collection. */
export function NewForm({ parentId, onCreated, onDone }: NewCollectionOptions & { onDone(): void }) {
  const [kind, setKind] = useState<CollectionKind>(parentId === undefined ? 'playlist' : 'folder');
  const [title, setTitle] = useState('');
  const [isTried, setIsTried] = useState(false);
  const create = useCreateCollection();
  const submit = () => {
    setIsTried(true);
    if (title.trim() === '' || create.isPending) return;
    create.mutate(
      { kind, title, ...(parentId !== undefined && { parent_id: parentId }) },
      {
        onSuccess: (collection) => {
          onDone();
          onCreated(collection);
        },
      },
    );
  };
  return (
    <Form onSubmit={submit}>
      <TitleField value={title} onChange={setTitle} isTried={isTried} />
      <KindField value={kind} onChange={setKind} />
      {create.isError && <ProblemAlert error={create.error} onClose={create.reset} />}
      <FormButtons onCancel={onDone}>
        <Button type="submit" loading={create.isPending}>
          {t('collections.new.create')}
        </Button>
      </FormButtons>
    </Form>
  );
}

function EditForm({ collection, onDone }: { collection: CollectionDetails; onDone(): void }) {
  const [details, setDetails] = useState(() => {
    const { title, kind, artists, description } = collection;
    return { title, kind, artists, description };
  });
  const set = (part: Partial<typeof details>) => setDetails((before) => ({ ...before, ...part }));
  const save = useEditCollection(collection.id);
  const submit = () => {
    if (details.title.trim() !== '' && !save.isPending) save.mutate(details, { onSuccess: onDone });
  };
  return (
    <Form onSubmit={submit}>
      <TitleField value={details.title} onChange={(title) => set({ title })} isTried />
      <KindField value={details.kind} onChange={(kind) => set({ kind })} />
      <TagsInput
        label={t('collections.fields.artists')}
        description={t('collections.artistsHint')}
        maxTags={20}
        maxLength={100}
        value={details.artists}
        onChange={(artists) => set({ artists })}
      />
      <Textarea
        label={t('collections.fields.description')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        value={details.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      {save.isError && <ProblemAlert error={save.error} onClose={save.reset} />}
      <FormButtons onCancel={onDone}>
        <Button type="submit" loading={save.isPending}>
          {t('common.save')}
        </Button>
      </FormButtons>
    </Form>
  );
}

interface TitleFieldProps {
  value: string;
  onChange(value: string): void;
  /** Whether the form was submitted, so that an empty title is shown as an error. */
  isTried: boolean;
}

function TitleField({ value, onChange, isTried }: TitleFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // Also where the form replaces another one in a dialog that is already open.
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      label={t('collections.fields.title')}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isTried && value.trim() === '' && t('collections.fields.untitled')}
      data-autofocus
    />
  );
}

interface KindFieldProps {
  value: CollectionKind;
  onChange(kind: CollectionKind): void;
}

function KindField({ value, onChange }: KindFieldProps) {
  const id = useId();
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} id={id}>
        {t('collections.fields.kind')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        data={['playlist', 'album', 'folder'].map((kind) => ({
          value: kind,
          label: t(`collections.kind.${kind as CollectionKind}`),
        }))}
        value={value}
        onChange={(kind) => onChange(collectionKind.parse(kind))}
      />
    </Stack>
  );
}

function FormButtons({ onCancel, children }: { onCancel(): void; children: ReactNode }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      {children}
    </Group>
  );
}
