import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';
import { strengthWords } from '../../lib/recovery-words.ts';
import { saveRecovery } from '../../lib/save-recovery.ts';

/** Asks for a passphrase twice, or has one made, and saves the file. */
export function MakeRecoveryForm({ onClose }: { onClose(): void }) {
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [suggested, setSuggested] = useState<string>();
  const suggest = useChange('storage', (node) => node.suggestPassphrase());
  const make = useChange('storage', saveRecovery);
  const { words, isEnough } = strengthWords(passphrase);
  const isSame = passphrase === repeated;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEnough || !isSame) return;
    make.mutate(passphrase, {
      onSuccess: ({ saved }) => {
        if (saved) onClose();
      },
    });
  };
  const useWords = () =>
    suggest.mutate(undefined, {
      onSuccess: (random) => {
        setSuggested(random);
        setPassphrase(random);
        setRepeated(random);
      },
      onError: notifyProblem,
    });
  return (
    <Stack component="form" gap="sm" onSubmit={submit} aria-label="Make a recovery file">
      {suggested !== undefined && (
        <>
          <Text size="sm">Write these words down; they are kept nowhere:</Text>
          <CopyableValue value={suggested} what="the passphrase" />
        </>
      )}
      <PasswordInput
        label="Passphrase"
        autoComplete="new-password"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        description={passphrase === '' ? 'Several words that do not belong together are best.' : words}
      />
      <PasswordInput
        label="The same once more"
        autoComplete="new-password"
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
        error={repeated !== '' && !isSame ? 'These are two different passphrases.' : undefined}
      />
      {make.isError && <ProblemAlert error={make.error} onClose={make.reset} />}
      <Group gap="sm">
        <Button type="submit" loading={make.isPending} disabled={!isEnough || !isSame}>
          Save the file
        </Button>
        <Button variant="default" loading={suggest.isPending} onClick={useWords}>
          Use random words
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
