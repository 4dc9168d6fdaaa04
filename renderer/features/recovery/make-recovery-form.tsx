import { Button, Group, PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import { useState } from 'react';
import {
  postRecovery,
  postRecoveryPassphrase,
} from '../../../src/contract/dashboard-api/administration/recovery.ts';
import type { DashboardClient } from '../../lib/api/dashboard-client.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { download } from '../../lib/shell/download.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { strengthLabel } from './recovery-labels.ts';

/** Asks for a passphrase twice or generates one, and saves the recovery file. */
export function MakeRecoveryForm({ onClose }: { onClose(): void }) {
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [suggested, setSuggested] = useState<string>();
  const suggest = useChange('storage', (node) => node.call(postRecoveryPassphrase, {}));
  const make = useChange('storage', saveRecovery);
  const { words, isEnough } = strengthLabel(passphrase);
  const isSame = passphrase === repeated;
  const submit = () => {
    if (!isEnough || !isSame) return;
    make.mutate(passphrase, { onSuccess: ({ saved }) => saved && onClose() });
  };
  const fillInSuggestion = () =>
    suggest.mutate(undefined, {
      onSuccess: ({ passphrase: random }) => {
        setSuggested(random);
        setPassphrase(random);
        setRepeated(random);
      },
      onError: notifyProblem,
    });
  return (
    <Form gap="sm" onSubmit={submit} aria-label={t('recovery.recoveryFile.make.label')}>
      {suggested !== undefined && (
        <>
          <Text size="sm">{t('recovery.recoveryFile.make.writeDown')}</Text>
          <CopyableValue value={suggested} valueName={t('recovery.recoveryFile.make.what')} />
        </>
      )}
      <Passphrase
        label={t('recovery.recoveryFile.make.passphrase')}
        value={passphrase}
        onChange={setPassphrase}
        description={passphrase === '' ? t('recovery.recoveryFile.make.hint') : words}
      />
      <Passphrase
        label={t('recovery.recoveryFile.make.repeat')}
        value={repeated}
        onChange={setRepeated}
        error={repeated !== '' && !isSame && t('recovery.recoveryFile.make.differ')}
      />
      {make.isError && <ProblemAlert error={make.error} onClose={make.reset} />}
      <Group gap="sm">
        <Button type="submit" loading={make.isPending} disabled={!isEnough || !isSame}>
          {t('recovery.recoveryFile.make.save')}
        </Button>
        <Button variant="default" loading={suggest.isPending} onClick={fillInSuggestion}>
          {t('recovery.recoveryFile.make.useRandom')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Form>
  );
}

interface PassphraseProps extends Pick<PasswordInputProps, 'label' | 'description' | 'error'> {
  value: string;
  onChange(value: string): void;
}

function Passphrase({ onChange, ...props }: PassphraseProps) {
  return (
    <PasswordInput
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}

/** Creates and saves a recovery file: through a dialog in the desktop app, as a download in a browser. */
async function saveRecovery(node: DashboardClient, passphrase: string): Promise<{ saved: boolean }> {
  const name = `alcove-${new Date().toISOString().slice(0, 10)}.recovery`;
  if (shell) return shell.invoke('recovery.saveAs', { passphrase, name }).catch(shellRefused);
  download(await node.download(postRecovery, { body: { passphrase } }), name);
  return { saved: true };
}
