import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { t } from '../../lib/i18n/language.ts';

interface FolderFieldProps {
  isBusy: boolean;
  onMove(folder: string): void;
}

/** A text field for the path, because a browser cannot select a folder of the node's computer. */
export function FolderField({ isBusy, onMove }: FolderFieldProps) {
  const [typed, setTyped] = useState('');
  const folder = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (folder !== '' && !isBusy) onMove(folder);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="sm" align="flex-end">
        <TextInput
          flex="1 1 14rem"
          label={t('storage.folder.field.label')}
          description={t('storage.folder.field.description')}
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={folder === ''} loading={isBusy}>
          {t('storage.folder.field.move')}
        </Button>
      </Group>
    </form>
  );
}
