import { Alert, Button, Card, Center, Code, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Trans } from 'react-i18next';
import type { ShellBridge } from '../../src/contract/ipc.ts';
import { isUnderWay, useUploads } from '../features/uploads/index.ts';
import { t } from '../lib/i18n/language.ts';
import { type LockReason, openByShell } from '../lib/session/session.ts';
import { shell } from '../lib/shell/shell.ts';
import { AppIcon } from '../ui/media/app-icon.tsx';

export function LockedPage({ why }: { why: LockReason }) {
  const hasEnded = why === 'ended' && !shell;
  return (
    <Center mih="100vh" p="md">
      <title>{t('frame.windowTitle', { page: t('frame.locked.name') })}</title>
      <Card component="main" maw={500} padding="xl">
        <Stack gap="md">
          <AppIcon size={44} />
          <Title order={1}>{t(hasEnded ? 'frame.locked.endedTitle' : 'frame.locked.title')}</Title>
          {shell ? <InDesktop bridge={shell} /> : <InBrowser why={why} />}
        </Stack>
      </Card>
    </Center>
  );
}

function InBrowser({ why }: { why: LockReason }) {
  const waiting = useUploads().filter(isUnderWay).length;
  useEffect(() => {
    // Addresses of the same run differ only in their code, so the page is not reloaded and keeps its files.
    if (waiting > 0) history.replaceState(null, '', '/');
  }, [waiting]);
  return (
    <>
      {why === 'code' && (
        <Alert color="yellow" role="note">
          {t('frame.locked.code')}
        </Alert>
      )}
      <Text>{t(why === 'ended' ? 'frame.locked.ended' : 'frame.locked.browserRun')}</Text>
      <Code block fz="md">
        alcove dashboard
      </Code>
      <Text>
        <Trans i18nKey="frame.locked.browserOpen" components={{ code: <Code /> }} />
      </Text>
      {why !== 'ended' && <Text>{t('frame.locked.browserTabs')}</Text>}
      {waiting > 0 && (
        <Alert color="yellow" role="note">
          {t(why === 'ended' ? 'frame.locked.uploadsAgain' : 'frame.locked.uploadsWait', { count: waiting })}
        </Alert>
      )}
    </>
  );
}

function InDesktop({ bridge }: { bridge: ShellBridge }) {
  return (
    <>
      <Alert color="yellow" role="note">
        {t('frame.locked.desktop')}
      </Alert>
      <Button onClick={() => openByShell(bridge)}>{t('common.tryAgain')}</Button>
    </>
  );
}
