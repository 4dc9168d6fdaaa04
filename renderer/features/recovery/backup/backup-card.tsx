import { Alert, Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type {
  BackupResult,
  BackupState,
} from '../../../../src/contract/dashboard-api/administration/backup.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { shell } from '../../../lib/shell/shell.ts';
import { NodeMessage } from '../../../ui/feedback/node-message.tsx';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { LinkButton } from '../../../ui/navigation/link-button.tsx';
import { Note } from '../../../ui/values/texts.ts';
import { BackupProgress } from './backup-progress.tsx';
import { useBackup, useCancelBackup, useStartBackup } from './backup-queries.ts';
import { LastBackup } from './last-backup.tsx';

/** Backs up the whole node to a folder, and shows the last backup. */
export function BackupCard() {
  const { data, error, refetch } = useBackup();
  const cancel = useCancelBackup();
  return (
    <SectionCard title={t('recovery.backup.title')}>
      <Text size="sm">{t('recovery.backup.about')}</Text>
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data?.running && <BackupProgress running={data.running} of="backup" cancel={cancel} />}
      {data && !data.running && <Idle state={data} />}
    </SectionCard>
  );
}

function Idle({ state: { last, stopped } }: { state: BackupState }) {
  return (
    <>
      {/* Without a place of its own while it only has words for screen readers. */}
      <Box role="status" pos={(stopped === null ? last : stopped.message) ? 'absolute' : undefined}>
        {stopped?.message === null && <Note>{t('recovery.backup.cancelled')}</Note>}
        {stopped === null && last && <Announced last={last} />}
        {stopped === null && !last && <Note>{t('recovery.backup.never')}</Note>}
      </Box>
      {last && <LastBackup last={last} />}
      {stopped?.message && (
        <Alert
          color="red"
          title={t('recovery.backup.failed')}
          icon={<IconAlertTriangle aria-hidden />}
          style={{ overflowWrap: 'anywhere' }}
        >
          <NodeMessage message={stopped.message} />
        </Alert>
      )}
      {shell ? (
        <StartButtons mayRepeat={last !== null || stopped !== null} />
      ) : (
        <Group justify="space-between" gap="sm">
          <Note>{t('recovery.backup.byCommand')}</Note>
          <RestoreButton />
        </Group>
      )}
    </>
  );
}

/** Without the age of the backup, whose changes would be announced. */
const Announced = ({ last: { contents, content_bytes: bytes } }: { last: BackupResult }) => (
  <VisuallyHidden>
    {t('recovery.backup.complete', { count: contents, size: formatBytes(bytes) })}
  </VisuallyHidden>
);

function StartButtons({ mayRepeat }: { mayRepeat: boolean }) {
  const start = useStartBackup();
  const button = useRef<HTMLButtonElement>(null);
  // The button of the running backup, which had the focus, is gone.
  useEffect(() => {
    if (mayRepeat && document.activeElement === document.body) button.current?.focus();
  }, [mayRepeat]);
  return (
    <>
      {start.isError && <ProblemAlert error={start.error} onClose={start.reset} />}
      <Group gap="sm">
        {mayRepeat && (
          <Button
            ref={button}
            loading={start.isPending && start.variables === 'again'}
            onClick={() => start.mutate('again')}
          >
            {t('recovery.backup.again')}
          </Button>
        )}
        <Button
          variant={mayRepeat ? 'default' : 'filled'}
          loading={start.isPending && start.variables === 'choose'}
          onClick={() => start.mutate('choose')}
        >
          {mayRepeat ? t('recovery.backup.otherFolder') : t('recovery.backup.begin')}
        </Button>
        <RestoreButton />
      </Group>
    </>
  );
}

const RestoreButton = () => <LinkButton to={paths.restoreBackup}>{t('recovery.backup.restore')}</LinkButton>;
