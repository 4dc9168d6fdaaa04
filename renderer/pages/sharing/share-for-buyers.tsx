import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useContent, useOverview } from '../../lib/queries.ts';
import { openShareDialog } from './share-dialog.tsx';

/** Says that nobody can get at what is published on a private node, and leads to where that is changed. */
export function ShareForBuyers({ contentId }: { contentId: string }) {
  const content = useContent(contentId).data;
  const isPrivate = useOverview().data?.node.node_type === 'private';
  if (!isPrivate || !content || content.sealed?.key === false || content.shares.length > 0) return null;
  return (
    <Alert
      role="note"
      color="yellow"
      icon={<IconShare2 aria-hidden />}
      title="Buyers cannot get the file from you yet"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Your own computer cannot be reached from outside. Share the file on a public node, which then gives
          it to those who may have it, also while your computer is off.
        </Text>
        <Button size="xs" onClick={() => openShareDialog(content)}>
          Share for buyers…
        </Button>
      </Stack>
    </Alert>
  );
}
