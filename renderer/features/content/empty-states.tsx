import { IconCloudUpload, IconFileSearch } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';

export function NothingStored() {
  return (
    <EmptyCard
      icon={IconCloudUpload}
      title={t('content.nothingStored.title')}
      description={t('content.nothingStored.text')}
    />
  );
}

export function NoMatches({ search }: { search: string }) {
  return (
    <EmptyCard
      role="status"
      icon={IconFileSearch}
      title={t('content.noMatch.title')}
      description={t('content.noMatch.text', { search })}
    />
  );
}
