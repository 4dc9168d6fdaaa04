import { Alert, Button, Card, Center, Code, Stack, Text, Title } from '@mantine/core';
import { shell } from '../lib/shell.ts';

/** Shown when this page has no key to the node, or one that the node refuses. */
export function LockedPage() {
  return (
    <Center mih="100vh" p="md">
      <title>Locked – Alcove</title>
      <Card component="main" maw={500} padding="xl">
        <Stack gap="md">
          <img src="/favicon.svg" alt="" width={44} height={44} />
          <Title order={1}>This dashboard is locked</Title>
          {shell ? <InDesktop /> : <InBrowser />}
        </Stack>
      </Card>
    </Center>
  );
}

function InBrowser() {
  return (
    <>
      <Text>Only someone at this computer may look after the node. To open its dashboard, run</Text>
      <Code block fz="md">
        alcove dashboard
      </Code>
      <Text>
        and open the address that it prints, whole: the part after the <Code>#</Code> is the key. In a
        checkout of the source the command is <Code>npm run -s alcove -- dashboard</Code>.
      </Text>
    </>
  );
}

function InDesktop() {
  return (
    <>
      <Alert color="yellow" role="note">
        The node did not accept this window’s key. That happens when the node was restarted meanwhile.
      </Alert>
      <Button onClick={() => location.reload()}>Try again</Button>
    </>
  );
}
