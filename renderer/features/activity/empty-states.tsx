import { IconActivity, IconFileSearch } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';

/** Shows that the log is empty or that nothing matches the filter. */
export function NoActivity({ filtered }: { filtered: boolean }) {
  const Icon = filtered ? IconFileSearch : IconActivity;
  return (
    <EmptyCard
      role="status"
      icon={Icon}
      title={t(filtered ? 'activity.nothing.matchTitle' : 'activity.nothing.title')}
      description={t(filtered ? 'activity.nothing.matchText' : 'activity.nothing.text')}
    />
  );
}
