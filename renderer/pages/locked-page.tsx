import { Alert, Button, Card, Center, Code, Stack, Text, Title } from '@mantine/core';
import { Trans } from 'react-i18next';
import { t } from '../lib/language.ts';
import { shell } from '../lib/shell.ts';

/** Shown when this page has no key to the node, or one that the node refuses. */
export function LockedPage() {
  return (
    <Center mih="100vh" p="md">
      <title>{t('frame.windowTitle', { page: t('frame.locked.name') })}</title>
      <Card component="main" maw={500} padding="xl">
        <Stack gap="md">
          <img src="/favicon.svg" alt="" width={44} height={44} />
          <Title order={1}>{t('frame.locked.title')}</Title>
          {shell ? <InDesktop /> : <InBrowser />}
        </Stack>
      </Card>
    </Center>
  );
}

function InBrowser() {
  return (
    <>
      <Text>{t('frame.locked.browserRun')}</Text>
      <Code block fz="md">
        alcove dashboard
      </Code>
      <Text>
        <Trans i18nKey="frame.locked.browserOpen" components={{ code: <Code /> }} />
      </Text>
    </>
  );
}

function InDesktop() {
  return (
    <>
      <Alert color="yellow" role="note">
        {t('frame.locked.desktop')}
      </Alert>
      <Button onClick={() => location.reload()}>{t('common.tryAgain')}</Button>
    </>
  );
}
