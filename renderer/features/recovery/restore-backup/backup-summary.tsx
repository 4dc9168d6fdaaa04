import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Trans } from 'react-i18next';
import type { BackupPreview } from '../../../../src/contract/dashboard-api/administration/backup-restore.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { messageText } from '../../../lib/i18n/node-messages.ts';
import { NodeMessage } from '../../../ui/feedback/node-message.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../../ui/values/copyable-value.tsx';
import { RelativeTime } from '../../../ui/values/relative-time.tsx';
import { useOverview } from '../../monitoring/index.ts';
import { RecoveryFileForm } from '../recovery-file-form.tsx';
import { RecoveryProblem } from '../recovery-problem.tsx';
import type { OpenedRecovery } from '../recovery-request.ts';
import { type FoundBackup, useRestoreBackup } from './restore-backup-queries.ts';

interface BackupSummaryProps {
  found: FoundBackup;
  onBegun(): void;
  onBack(): void;
}

/** Shows what the backup would restore and what happens to the present data, and the button that restores it. */
export function BackupSummary({ found: { from, preview }, onBegun, onBack }: BackupSummaryProps) {
  const restore = useRestoreBackup();
  const begin = (opened?: OpenedRecovery) =>
    restore.mutate({ from, ...(opened && { opened }) }, { onSuccess: onBegun });
  const isUsable = preview.problems.length === 0;
  const needsRecovery = isUsable && preview.key === 'other_computer';
  const other = (
    <Button variant="default" onClick={onBack} disabled={restore.isPending}>
      {t('recovery.restoreBackup.otherFolder')}
    </Button>
  );
  const summary = useRef<HTMLDivElement>(null);
  // The summary gets the focus, because the pressed button no longer exists.
  useEffect(() => summary.current?.focus(), []);
  return (
    <Stack gap="md" ref={summary} tabIndex={-1} style={{ outline: 'none' }}>
      {!isUsable && <Unusable problems={preview.problems} />}
      <Found preview={preview} />
      {isUsable && <Consequences preview={preview} />}
      {needsRecovery && (
        <SectionCard title={t('recovery.restoreBackup.recovery.title')}>
          <Text size="sm">{t('recovery.restoreBackup.recovery.text')}</Text>
          <RecoveryFileForm
            label={t('recovery.restoreBackup.recovery.title')}
            submitLabel={t('recovery.restoreBackup.begin')}
            opening={restore}
            onSubmit={begin}
            more={other}
          />
          <Text size="sm">{t('recovery.restoreBackup.recovery.without')}</Text>
        </SectionCard>
      )}
      {!needsRecovery && (
        <>
          {restore.isError && (
            <RecoveryProblem
              title={t('recovery.restoreBackup.notOpened')}
              error={restore.error}
              onClose={restore.reset}
            />
          )}
          <Group gap="sm">
            {isUsable && (
              <Button onClick={() => begin()} loading={restore.isPending}>
                {t('recovery.restoreBackup.begin')}
              </Button>
            )}
            {other}
          </Group>
        </>
      )}
    </Stack>
  );
}

function Unusable({ problems }: { problems: BackupPreview['problems'] }) {
  return (
    <Alert
      color="red"
      role="alert"
      title={t('recovery.restoreBackup.found.unusable')}
      icon={<IconAlertTriangle aria-hidden />}
      style={{ overflowWrap: 'anywhere' }}
    >
      {problems.map((problem) => (
        <Text size="sm" key={messageText(problem)}>
          <NodeMessage message={problem} />
        </Text>
      ))}
    </Alert>
  );
}

function Found({ preview }: { preview: BackupPreview }) {
  const own = useOverview().data?.node.public_key;
  const { folder, made_at, alcove_version, contents, content_bytes, lacking, public_key, key } = preview;
  return (
    <SectionCard title={t('recovery.restoreBackup.found.title')}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans
            i18nKey="recovery.restoreBackup.found.made"
            values={{ version: alcove_version, count: contents, size: formatBytes(content_bytes) }}
            components={{ time: <RelativeTime at={made_at} direction="past" /> }}
          />
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Trans
            i18nKey="recovery.restoreBackup.found.where"
            values={{ folder }}
            components={{ bdi: <bdi /> }}
          />
        </Text>
        {lacking > 0 && (
          <Text size="sm">{t('recovery.restoreBackup.found.lacking', { count: lacking })}</Text>
        )}
        {public_key !== null && (
          <Text size="sm">
            {t(
              public_key === own ? 'recovery.restoreBackup.found.same' : 'recovery.restoreBackup.found.other',
            )}
          </Text>
        )}
        {public_key !== null && public_key !== own && (
          <CopyableValue value={public_key} valueName={t('recovery.found.key')} />
        )}
        <Text size="sm">{t(`recovery.restoreBackup.found.key.${key}`)}</Text>
      </Stack>
    </SectionCard>
  );
}

function Consequences({ preview }: { preview: BackupPreview }) {
  const isUnused = useOverview().data?.may_restore ?? false;
  const [needed, free] = [formatBytes(preview.needed_bytes), formatBytes(preview.free_bytes)];
  return (
    <SectionCard title={t('recovery.restoreBackup.know.title')}>
      <List size="sm" spacing={4}>
        <List.Item>{t('recovery.restoreBackup.know.room', { needed, free })}</List.Item>
        {isUnused ? (
          <List.Item>{t('recovery.know.aside')}</List.Item>
        ) : (
          <>
            <List.Item>{t('recovery.restoreBackup.know.kept')}</List.Item>
            <List.Item>{t('recovery.restoreBackup.know.since')}</List.Item>
          </>
        )}
        <List.Item>{t('recovery.restoreBackup.know.restart')}</List.Item>
        <List.Item>{t('recovery.know.once')}</List.Item>
      </List>
    </SectionCard>
  );
}
