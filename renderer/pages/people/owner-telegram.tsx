import { Button, Group, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import { askFirst } from '../../lib/ask-first.tsx';
import { t } from '../../lib/language.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';

/** The Telegram account that signs in as the owner. */
export function OwnerTelegram({ name }: { name: string }) {
  const forget = useChange('sign_in', (node) => node.forgetTelegram());
  const ask = () =>
    askFirst({
      title: t('people.telegram.ask.title'),
      text: t('people.telegram.ask.text', { name }),
      confirm: t('people.telegram.ask.confirm'),
      cancel: t('common.keep'),
      danger: true,
      onConfirm: () => forget.mutate(undefined, { onError: notifyProblem }),
    });
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        <Trans i18nKey="people.telegram.text" values={{ name }} components={{ bdi: <bdi /> }} />
      </Text>
      <Button
        size="xs"
        variant="default"
        aria-label={t('people.telegram.forgetLabel')}
        loading={forget.isPending}
        onClick={ask}
      >
        {t('people.telegram.forget')}
      </Button>
    </Group>
  );
}
