import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { useOverview } from '../monitoring/index.ts';
import { useContent } from '../stored-file/index.ts';
import { openShareDialog } from './share-dialog.tsx';

/** Shows that content published on a private node is unreachable, with a link to sharing. */
export function ShareForBuyers({ contentId }: { contentId: string }) {
  const content = useContent(contentId).data;
  const isPrivate = useOverview().data?.node.node_type === 'private';
  if (!isPrivate || !content || content.sealed?.key === false || content.shares.length > 0) return null;
  return (
    <Alert role="note" color="yellow" icon={<IconShare2 aria-hidden />} title={t('sharing.forBuyers.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('sharing.forBuyers.text')}</Text>
        <Button size="xs" onClick={() => openShareDialog(content)}>
          {t('sharing.forBuyers.share')}
        </Button>
      </Stack>
    </Alert>
  );
}
