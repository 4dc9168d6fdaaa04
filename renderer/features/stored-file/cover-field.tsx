import { Button, FileButton, Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { CallError, errorTexts } from '../../lib/api/call-error.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ListMessage } from '../../ui/forms/list-message.tsx';
import { useContent, useStoredImages } from './stored-file-queries.ts';

interface CoverFieldProps {
  coverId: string | null;
  onChange(coverId: string | null): void;
}

const coverTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** Selects a stored image as the cover, or uploads one. */
export function CoverField({ coverId, onChange }: CoverFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const cover = useContent(coverId).data;
  // The field contains the name of the selected image, which is not a search text.
  const images = useStoredImages(search === cover?.name ? '' : search).data ?? [];
  const known =
    cover && !images.some(({ content_id }) => content_id === coverId) ? [cover, ...images] : images;
  const store = useChange('content', async (node, file: File) => {
    const { content } = await node.upload(file, file.name);
    if (!(await mayBeCover(content.content_id))) throw noCover(file.name);
    return content.content_id;
  });

  return (
    <>
      <Group align="flex-end" gap="sm">
        <Select
          flex="1 1 14rem"
          label={t('content.cover.label')}
          description={t('content.cover.hint')}
          placeholder={t('content.cover.none')}
          data={known.map(({ content_id, name }) => ({ value: content_id, label: name }))}
          value={coverId}
          onChange={onChange}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('content.cover.remove') }}
          onSearchChange={setTyped}
          filter={({ options }) => options}
          nothingFoundMessage={
            <ListMessage>
              {t(search === '' ? 'content.cover.nothingNew' : 'content.cover.nothingNamed')}
            </ListMessage>
          }
        />
        <FileButton
          accept={coverTypes}
          inputProps={{ 'aria-label': t('content.cover.file') }}
          onChange={(file) => file && store.mutate(file, { onSuccess: onChange })}
        >
          {(props) => (
            <Button {...props} variant="default" loading={store.isPending}>
              {t('content.cover.upload')}
            </Button>
          )}
        </FileButton>
      </Group>
      {store.isError && <ProblemAlert error={store.error} onClose={store.reset} />}
    </>
  );
}

/** Returns whether the node serves the content as an image; the node determines that by the bytes. */
const mayBeCover = async (id: string): Promise<boolean> =>
  (await fetch(`/covers/${id}`, { method: 'HEAD' })).ok;

const noCover = (name: string) => new CallError(errorTexts('content.cover.notSuited', { name }));
