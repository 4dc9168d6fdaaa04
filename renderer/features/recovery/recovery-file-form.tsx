import { Button, FileInput, Group, PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { Form } from '../../ui/forms/form.tsx';
import { RecoveryProblem } from './recovery-problem.tsx';
import type { OpenedRecovery } from './recovery-request.ts';

interface RecoveryFileFormProps {
  /** Name of the form for screen readers. */
  label: string;
  submitLabel: string;
  /** The request to the node. */
  opening: { isPending: boolean; isError: boolean; error: unknown; reset(): void };
  onSubmit(opened: OpenedRecovery): void;
  /** Further controls beside the button. */
  more?: ReactNode;
  /** The result. */
  children?: ReactNode;
}

/** Asks for a recovery file and its passphrase; shows errors in place. */
export function RecoveryFileForm({
  label,
  submitLabel,
  opening,
  onSubmit,
  more,
  children,
}: RecoveryFileFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const submit = () => {
    if (file && passphrase !== '' && !opening.isPending) onSubmit({ file, passphrase });
  };
  return (
    <Form gap="sm" onSubmit={submit} aria-label={label}>
      <FileInput
        label={t('recovery.file.label')}
        placeholder={t('recovery.file.placeholder')}
        value={file}
        onChange={setFile}
      />
      <PasswordInput
        label={t('recovery.file.passphrase')}
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      {opening.isError && <RecoveryProblem error={opening.error} onClose={opening.reset} />}
      {children}
      <Group gap="sm">
        <Button type="submit" loading={opening.isPending} disabled={!file || passphrase === ''}>
          {submitLabel}
        </Button>
        {more}
      </Group>
    </Form>
  );
}
