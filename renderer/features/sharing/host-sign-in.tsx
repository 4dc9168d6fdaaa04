import { Anchor, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { type ShareHost, useHostSignIn } from './sharing-queries.ts';

/** Signs in on a public node: with the key of this node, or with an API token of that node. */
export function HostSignIn({ host: { host, message } }: { host: ShareHost }) {
  const [byToken, setByToken] = useState(false);
  const [token, setToken] = useState('');
  const signIn = useHostSignIn();
  const hasToken = token.trim() !== '';
  return (
    <Stack gap="sm">
      <Text size="sm">{t('sharing.signIn.text')}</Text>
      {message !== null && !signIn.isError && (
        <Text size="sm" c="var(--mantine-color-error)">
          <NodeMessage message={message} />
        </Text>
      )}
      {byToken && (
        <PasswordInput
          label={t('sharing.signIn.token', { node: hostName(host) })}
          description={t('sharing.signIn.tokenHint')}
          maxLength={100}
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {signIn.isError && <ProblemAlert error={signIn.error} onClose={signIn.reset} />}
      <Group gap="md">
        {byToken ? (
          <Button
            disabled={!hasToken}
            loading={signIn.isPending}
            onClick={() => signIn.mutate({ host, token: token.trim() })}
          >
            {t('sharing.signIn.withToken')}
          </Button>
        ) : (
          <Button loading={signIn.isPending} onClick={() => signIn.mutate({ host })}>
            {t('sharing.signIn.asNode')}
          </Button>
        )}
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            signIn.reset();
            setByToken(!byToken);
          }}
        >
          {t(byToken ? 'sharing.signIn.asNodeInstead' : 'sharing.signIn.tokenInstead')}
        </Anchor>
      </Group>
    </Stack>
  );
}
