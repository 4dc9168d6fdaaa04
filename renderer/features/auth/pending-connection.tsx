import { Anchor, Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { deleteOwnerConnection, type WalletConnection } from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { QrCode } from '../../ui/values/qr-code.tsx';
import { Note } from '../../ui/values/texts.ts';
import { TimeText } from '../../ui/values/time-text.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';

interface PendingConnectionProps {
  connection: WalletConnection;
  /** Name of the wallet app. */
  appName: string;
}

/** Shows the QR code until the wallet responds. */
export function PendingConnection({ connection, appName }: PendingConnectionProps) {
  const { connection_link: link, expires_at: expiresAt } = connection;
  const copy = useCopy();
  const cancel = useChange('sign_in', (node) => node.call(deleteOwnerConnection, {}));
  return (
    <Group align="flex-start" gap="lg">
      <QrCode value={link} title={t('people.pending.code')} />
      <Stack gap="sm" flex="1 1 16rem">
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>{t('people.pending.steps.open', { app: appName })}</List.Item>
          <List.Item>{t('people.pending.steps.scan')}</List.Item>
          <List.Item>{t('people.pending.steps.confirm')}</List.Item>
        </List>
        <Text size="sm">{shell ? t('people.pending.hereInApp') : t('people.pending.here')}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => copy(link, t('people.pending.linkCopied'))}>
            {t('people.pending.copyLink')}
          </Button>
          {!shell && /^(https|tc):/.test(link) && (
            <Anchor href={link} target="_blank" rel="noopener noreferrer" size="sm">
              {t('people.pending.openApp', { app: appName })}
            </Anchor>
          )}
        </Group>
        <Group gap="xs" role="status">
          <Loader size={14} aria-hidden />
          <Note>{t('people.pending.waiting')}</Note>
        </Group>
        <Note>
          <TimeText text="people.pending.expires" at={expiresAt} side="future" />
        </Note>
        <ChangeButton change={cancel} style={{ alignSelf: 'flex-start' }}>
          {t('common.cancel')}
        </ChangeButton>
      </Stack>
    </Group>
  );
}
