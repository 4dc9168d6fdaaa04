import { Anchor, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import type { ShareHost } from '../../lib/network-calls.ts';
import { hostName } from '../../lib/peer-words.ts';
import { useChange } from '../../lib/queries.ts';

/** Signs in on a public node: by one click as this node, or with a token that one was given there. */
export function HostSignIn({ host: { host, message } }: { host: ShareHost }) {
  const [byToken, setByToken] = useState(false);
  const [token, setToken] = useState('');
  const signIn = useChange('sharing', (node, given: string | undefined) => node.signInToHost(host, given));
  const withToken = token.trim() !== '';
  return (
    <Stack gap="sm">
      <Text size="sm">
        That node has to know who stores there. One click is enough: your node signs in with a wallet of its
        own, which costs nothing and moves no money.
      </Text>
      {message !== null && !signIn.isError && (
        <Text size="sm" c="var(--mantine-color-error)">
          {message}
        </Text>
      )}
      {byToken && (
        <PasswordInput
          label={`API token of ${hostName(host)}`}
          description="Who runs that node makes one for you, on its page For bots"
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
            disabled={!withToken}
            loading={signIn.isPending}
            onClick={() => signIn.mutate(token.trim())}
          >
            Sign in with the token
          </Button>
        ) : (
          <Button loading={signIn.isPending} onClick={() => signIn.mutate(undefined)}>
            Sign in as this node
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
          {byToken ? 'Sign in as this node instead' : 'Use a token instead'}
        </Anchor>
      </Group>
    </Stack>
  );
}
