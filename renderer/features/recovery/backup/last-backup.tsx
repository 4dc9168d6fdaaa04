import { Anchor, Stack, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import type { BackupResult } from '../../../../src/contract/dashboard-api/administration/backup.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { RelativeTime } from '../../../ui/values/relative-time.tsx';
import { Note } from '../../../ui/values/texts.ts';

/** Shows what the last backup holds, where it is, and what to know about it. */
export function LastBackup({ last }: { last: BackupResult }) {
  const { folder, made_at, contents, content_bytes, added, lacking, key_in_key_store, same_disk } = last;
  return (
    <Stack gap={4}>
      <Text size="sm">
        <Trans
          i18nKey="recovery.backup.last"
          values={{ count: contents, size: formatBytes(content_bytes) }}
          components={{ time: <RelativeTime at={made_at} direction="past" /> }}
        />{' '}
        {t('recovery.backup.added', { count: added })}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans i18nKey="recovery.backup.where" values={{ folder }} components={{ bdi: <bdi /> }} />
      </Text>
      {lacking > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          <Trans
            i18nKey="recovery.backup.lacking"
            values={{ count: lacking }}
            components={{ page: <Anchor component={Link} to={paths.storage} size="sm" /> }}
          />
        </Text>
      )}
      {same_disk && <Text size="sm">{t('recovery.backup.sameDisk')}</Text>}
      <Note>{t(key_in_key_store ? 'recovery.backup.keyStore' : 'recovery.backup.key')}</Note>
    </Stack>
  );
}
