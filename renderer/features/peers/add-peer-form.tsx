import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type LocalPeer, postPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { toNodeOrigin } from './node-address.ts';

interface AddPeerFormProps {
  submitLabel: string;
  submitVariant?: 'filled' | 'default';
  /** Initial value, from a link. */
  suggested?: string | undefined;
  onAdded?(peer: LocalPeer): void;
}

/** Adds a peer by its address and performs the handshake; shows errors in place. */
export function AddPeerForm({
  submitLabel,
  submitVariant = 'filled',
  suggested = '',
  onAdded,
}: AddPeerFormProps) {
  const [typed, setTyped] = useState(suggested);
  const [invalid, setInvalid] = useState(false);
  const add = useChange('peers', (node, url: string) => node.call(postPeer, { body: { url } }));

  const submit = () => {
    const origin = toNodeOrigin(typed);
    setInvalid(origin === null);
    add.reset();
    if (origin === null || add.isPending) return;
    add.mutate(origin, {
      onSuccess: (peer) => {
        setTyped('');
        onAdded?.(peer);
      },
    });
  };

  return (
    <Form gap="sm" onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          flex="1 1 14rem"
          label={t('common.addPeer.address')}
          placeholder="node.example.org"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setInvalid(false);
          }}
          error={invalid && t('common.addPeer.invalid')}
          // A user who opened a link expects this form.
          autoFocus={suggested !== ''}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" variant={submitVariant} loading={add.isPending} mb={invalid ? 22 : 0}>
          {submitLabel}
        </Button>
      </Group>
      {add.isError && <ProblemAlert error={add.error} onClose={add.reset} />}
      {add.data && <FirstHandshake peer={add.data} onClose={add.reset} />}
    </Form>
  );
}

function FirstHandshake({ peer: { host, failure }, onClose }: { peer: LocalPeer; onClose(): void }) {
  return (
    <Alert
      role="status"
      color={failure === null ? 'green' : 'orange'}
      title={t(failure === null ? 'common.addPeer.added' : 'common.addPeer.failed', { host })}
      withCloseButton
      closeButtonLabel={t('common.dismiss')}
      onClose={onClose}
    >
      {failure && <NodeMessage message={failure.message} />}
    </Alert>
  );
}
