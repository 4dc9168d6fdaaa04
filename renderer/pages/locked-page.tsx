import { Alert, Button, Card, Center, Code, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Trans } from 'react-i18next';
import type { ShellBridge } from '../../src/contract/ipc.ts';
import { t } from '../lib/language.ts';
import { openByShell } from '../lib/session.ts';
import { shell } from '../lib/shell.ts';
import { isUnderWay } from '../lib/upload-queue.ts';
import { useUploads } from '../lib/uploads.tsx';

/** Shown when this page has no key to the node, or one that the node refuses. */
export function LockedPage() {
  return (
    <Center mih="100vh" p="md">
      <title>{t('frame.windowTitle', { page: t('frame.locked.name') })}</title>
      <Card component="main" maw={500} padding="xl">
        <Stack gap="md">
          <img src="/favicon.svg" alt="" width={44} height={44} />
          <Title order={1}>{t('frame.locked.title')}</Title>
          {shell ? <InDesktop bridge={shell} /> : <InBrowser />}
        </Stack>
      </Card>
    </Center>
  );
}

function InBrowser() {
  const waiting = useUploads().filter(isUnderWay).length;
  useEffect(() => {
    // The address that is printed then differs only by the key: the page is not loaded again, and keeps its files.
    if (waiting > 0) history.replaceState(null, '', '/');
  }, [waiting]);
  return (
    <>
      <Text>{t('frame.locked.browserRun')}</Text>
      <Code block fz="md">
        alcove dashboard
      </Code>
      <Text>
        <Trans i18nKey="frame.locked.browserOpen" components={{ code: <Code /> }} />
      </Text>
      {waiting > 0 && (
        <Alert color="yellow" role="note">
          {t('frame.locked.uploadsWait', { count: waiting })}
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
