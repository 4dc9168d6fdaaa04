import { Alert, Loader, Progress, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { Encryption } from '../../../src/contract/dashboard-api/content.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { isCollectionType } from '../../lib/format/file-kind.ts';
import { percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ProgressAnnouncer } from '../../ui/feedback/progress-announcer.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { cancelSale, isSaleAwaited } from '../orders/index.ts';
import { encryptionLabel } from '../stored-file/index.ts';

interface EncryptionProgressProps {
  contentId: string;
  encryption: Encryption;
}

/** Shows the progress of encrypting a file for sale, and cancels the sale. */
export function EncryptionProgress({ contentId: id, encryption }: EncryptionProgressProps) {
  const navigate = useNavigate();
  const cancel = useChange('content', async (node) => {
    const type = await cancelSale(node, id);
    // The list of a collection is removed with its sale, and with it this page.
    if (type !== undefined && isCollectionType(type)) void navigate(paths.collections);
  });
  const { state, message, done_bytes: done, size } = encryption;
  const isMade = state === 'encrypted';
  const cancelButton = (
    <ChangeButton change={cancel}>
      {t(state === 'encrypting' ? 'common.stop' : 'selling.encryption.cancel')}
    </ChangeButton>
  );
  if (state === 'failed') {
    return (
      <Alert color="red" title={t('selling.failed.title')} icon={<IconLock aria-hidden />}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{message && <NodeMessage message={message} />}</Text>
          {cancelButton}
        </Stack>
      </Alert>
    );
  }
  return (
    <Alert
      role="note"
      color="alcove"
      title={t(isMade ? 'selling.encryption.done' : 'selling.encryption.title')}
      icon={isMade ? <IconLock aria-hidden /> : <Loader size={16} aria-hidden />}
    >
      <Stack gap="xs" align="flex-start">
        {!isMade && (
          <>
            <Progress
              value={percentOf(done, size)}
              size="sm"
              w="100%"
              aria-label={t('selling.encryption.progress')}
            />
            <ProgressAnnouncer label={t('selling.encryption.progress')} share={percentOf(done, size) / 100} />
            <SmallNote>{encryptionLabel(encryption)}</SmallNote>
          </>
        )}
        <Text size="sm">{wordsFor(id, isMade)}</Text>
        {cancelButton}
      </Stack>
    </Alert>
  );
}

function wordsFor(contentId: string, isMade: boolean): string {
  if (isSaleAwaited(contentId)) {
    return t(isMade ? 'selling.encryption.doneAwaited' : 'selling.encryption.underWayAwaited');
  }
  return t(isMade ? 'selling.encryption.doneText' : 'selling.encryption.underWayText');
}
