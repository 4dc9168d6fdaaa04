import { Alert, Box, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { postMnemonic, type WalletMnemonic } from '../../../src/contract/dashboard-api/chain.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';

/** Shows the mnemonic of the node's own wallet, after a warning. The page does not store it. */
export function openRecoveryDialog(): void {
  openDialog({
    title: t('wallet.recovery.title'),
    size: 'lg',
    children: (close) => <MnemonicDialog onClose={close} />,
  });
}

function MnemonicDialog({ onClose }: { onClose(): void }) {
  const node = useDashboardClient();
  const [shown, setShown] = useState<WalletMnemonic | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);

  // Hides the words when the window loses focus, so that nobody sees them later or in a preview of the window.
  useEffect(() => {
    const hide = () => setShown(null);
    window.addEventListener('blur', hide);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('blur', hide);
      document.removeEventListener('visibilitychange', hide);
    };
  }, []);

  const ask = async () => {
    setAsking(true);
    setError(null);
    // Not a query, because the cache would keep the words.
    await node.call(postMnemonic, {}).then(setShown, setError);
    setAsking(false);
  };

  if (shown) return <Words shown={shown} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Alert
        color="orange"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('wallet.recovery.warning.title')}
      >
        <List size="sm" spacing={4}>
          <List.Item>{t('wallet.recovery.warning.nobody')}</List.Item>
          <List.Item>{t('wallet.recovery.warning.paper')}</List.Item>
          <List.Item>{t('wallet.recovery.warning.tellNobody')}</List.Item>
        </List>
      </Alert>
      <Text size="sm">{t('wallet.recovery.text')}</Text>
      {error !== null && <ProblemAlert error={error} onClose={() => setError(null)} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button color="red.9" loading={isAsking} onClick={() => void ask()}>
          {t('wallet.recovery.show')}
        </Button>
      </Group>
    </Stack>
  );
}

function Words({ shown: { address, words }, onClose }: { shown: WalletMnemonic; onClose(): void }) {
  const list = useRef<HTMLOListElement>(null);
  // The list gets the focus, because the pressed button no longer exists.
  useEffect(() => list.current?.focus(), []);
  return (
    <Stack gap="md">
      <Box
        component="ol"
        ref={list}
        tabIndex={-1}
        aria-label={t('wallet.recovery.label')}
        lang="en"
        m={0}
        ps="2.5rem"
        style={{ columns: '6rem', columnGap: '2.25rem', outline: 'none' }}
      >
        {words.map((word, index) => (
          // The key includes the position, because words may repeat.
          <Text component="li" key={`${index} ${word}`} ff="monospace" lh={1.9}>
            {word}
          </Text>
        ))}
      </Box>
      <Stack gap={2}>
        <Text size="sm">{t('wallet.recovery.wallet')}</Text>
        <CopyableValue value={address} valueName={t('peers.what.address')} />
      </Stack>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('wallet.recovery.done')}</Button>
      </Group>
    </Stack>
  );
}
