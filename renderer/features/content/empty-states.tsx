import { Card, EmptyState } from '@mantine/core';
import { IconCloudUpload, IconFileSearch } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';

export function NothingStored() {
  return (
    <Card>
      <EmptyState
        icon={<IconCloudUpload stroke={1.4} aria-hidden />}
        title={t('content.nothingStored.title')}
        description={t('content.nothingStored.text')}
      />
    </Card>
  );
}

export function NoMatches({ search }: { search: string }) {
  return (
    <Card>
      <EmptyState
        role="status"
        icon={<IconFileSearch stroke={1.4} aria-hidden />}
        title={t('content.noMatch.title')}
        description={t('content.noMatch.text', { search })}
      />
    </Card>
  );
}
