import { Button, Group, Text } from '@mantine/core';
import { askFirst } from '../../lib/ask-first.tsx';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';

/** The Telegram account that signs in as the owner. */
export function OwnerTelegram({ name }: { name: string }) {
  const forget = useChange('sign_in', (node) => node.forgetTelegram());
  const ask = () =>
    askFirst({
      title: 'Forget this Telegram account?',
      text: `${name} no longer stands for you on this node, and web apps in which you signed in with Telegram alone sign you out. What you have stored stays.`,
      confirm: 'Forget',
      cancel: 'Keep',
      danger: true,
      onConfirm: () => forget.mutate(undefined, { onError: notifyProblem }),
    });
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">You are also known by Telegram as {name}.</Text>
      <Button
        size="xs"
        variant="default"
        aria-label="Forget the Telegram account"
        loading={forget.isPending}
        onClick={ask}
      >
        Forget…
      </Button>
    </Group>
  );
}
