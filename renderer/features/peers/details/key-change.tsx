import { Alert, DataList, Stack, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { postPeerKey } from '../../../../src/contract/dashboard-api/peers.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { t } from '../../../lib/i18n/language.ts';
import { ChangeButton } from '../../../ui/forms/change-button.tsx';
import { CopyableValue } from '../../../ui/values/copyable-value.tsx';
import { Fact } from '../../../ui/values/fact.tsx';

interface KeyChangeProps {
  host: string;
  /** The pinned key. */
  pinned: string | null;
  /** The key that the host uses now. */
  offered: string;
}

/** Shows that a host uses another key than the pinned one, and offers to trust the new key. */
export function KeyChange({ host, pinned, offered }: KeyChangeProps) {
  const accept = useChange('peers', (node) =>
    node.call(postPeerKey, { body: { host, public_key: offered } }),
  );
  const question = {
    title: t('peers.keyChange.ask.title'),
    text: t('peers.keyChange.ask.text', { host }),
    confirm: t('peers.keyChange.ask.confirm'),
    cancel: t('common.notNow'),
    danger: true,
  };
  return (
    <Alert
      role="note"
      color="red"
      title={t('peers.keyChange.title')}
      icon={<IconShieldExclamation aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm">{t('peers.keyChange.text')}</Text>
        <DataList orientation="vertical" gap="xs">
          {pinned !== null && (
            <Fact label={t('peers.keyChange.known')}>
              <CopyableValue value={pinned} what={t('peers.keyChange.knownWhat')} />
            </Fact>
          )}
          <Fact label={t('peers.keyChange.new')}>
            <CopyableValue value={offered} what={t('peers.keyChange.newWhat')} />
          </Fact>
        </DataList>
        <ChangeButton change={accept} question={question} color="red.9" style={{ alignSelf: 'flex-start' }}>
          {t('peers.keyChange.accept')}
        </ChangeButton>
      </Stack>
    </Alert>
  );
}
