import { Button, Group, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import { deleteOwnerTelegram } from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';

/** Shows the Telegram account that signs in as the owner. */
export function OwnerTelegram({ name }: { name: string }) {
  const forget = useChange('sign_in', (node) => node.call(deleteOwnerTelegram, {}));
  const ask = () =>
    askConfirmation({
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
