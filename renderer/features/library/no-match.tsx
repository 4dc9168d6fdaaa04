import { IconFileSearch } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';

/** Says that a search finds no file. */
export function NoMatch({ search }: { search: string }) {
  return (
    <EmptyCard
      role="status"
      icon={IconFileSearch}
      title={t('content.noMatch.title')}
      description={t('content.noMatch.text', { search })}
    />
  );
}
