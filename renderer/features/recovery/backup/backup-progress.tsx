import { Group, Progress, Stack, Text } from '@mantine/core';
import { type ComponentProps, useEffect, useRef } from 'react';
import { Trans } from 'react-i18next';
import type { BackupState } from '../../../../src/contract/dashboard-api/administration/backup.ts';
import { formatBytes, percentOf } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { ProgressAnnouncer } from '../../../ui/feedback/progress-announcer.tsx';
import { ChangeButton } from '../../../ui/forms/change-button.tsx';
import { Note } from '../../../ui/values/texts.ts';

interface BackupProgressProps {
  running: NonNullable<BackupState['running']>;
  of: keyof typeof texts;
  cancel: ComponentProps<typeof ChangeButton>['change'];
}

const texts = {
  backup: {
    running: 'recovery.backup.running',
    label: 'recovery.backup.label',
    goesOn: 'recovery.backup.goesOn',
  },
  restore: {
    running: 'recovery.restoreBackup.running',
    label: 'recovery.restoreBackup.label',
    goesOn: 'recovery.restoreBackup.goesOn',
  },
} as const;

/** Shows a running backup or restore. */
export function BackupProgress({ running, of, cancel }: BackupProgressProps) {
  const { folder, contents, contents_done, bytes, bytes_done } = running;
  const text = texts[of];
  const part = useRef<HTMLDivElement>(null);
  // The button that started the backup, which had the focus, is gone.
  useEffect(() => {
    if (document.activeElement === document.body) part.current?.querySelector('button')?.focus();
  }, []);
  const share = bytes > 0 ? bytes_done / bytes : contents > 0 ? contents_done / contents : 0;
  return (
    <Stack gap="sm" ref={part}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans i18nKey={text.running} values={{ folder }} components={{ bdi: <bdi /> }} />
      </Text>
      <Stack gap={4}>
        <Progress value={percentOf(share, 1)} size="lg" aria-label={t(text.label)} />
        <ProgressAnnouncer label={t(text.label)} share={share} />
        <Text size="sm">
          {contents === 0
            ? t('recovery.backup.preparing')
            : t('recovery.backup.progress', {
                files: contents_done,
                count: contents,
                bytes: formatBytes(bytes_done),
                totalBytes: formatBytes(bytes),
              })}
        </Text>
      </Stack>
      <Note>{t(text.goesOn)}</Note>
      <Group>
        <ChangeButton change={cancel}>{t('common.cancel')}</ChangeButton>
      </Group>
    </Stack>
  );
}
