import { Group, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import { deleteOwnerTelegram } from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { ChangeButton } from '../../ui/forms/change-button.tsx';

/** Shows the Telegram account that signs in as the owner. */
export function OwnerTelegram({ name }: { name: string }) {
  const forget = useChange('sign_in', (node) => node.call(deleteOwnerTelegram, {}));
  const question = {
    title: t('people.telegram.ask.title'),
    text: t('people.telegram.ask.text', { name }),
    confirm: t('people.telegram.ask.confirm'),
    cancel: t('common.keep'),
    danger: true,
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        <Trans i18nKey="people.telegram.text" values={{ name }} components={{ bdi: <bdi /> }} />
      </Text>
      <ChangeButton change={forget} question={question} aria-label={t('people.telegram.forgetLabel')}>
        {t('people.telegram.forget')}
      </ChangeButton>
    </Group>
  );
}
