import { Card, EmptyState } from '@mantine/core';
import { IconActivity, IconFileSearch } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';

/** Shows that the log is empty or that nothing matches the filter. */
export function NoActivity({ filtered }: { filtered: boolean }) {
  const Icon = filtered ? IconFileSearch : IconActivity;
  return (
    <Card>
      <EmptyState
        role="status"
        icon={<Icon stroke={1.4} aria-hidden />}
        title={t(filtered ? 'activity.nothing.matchTitle' : 'activity.nothing.title')}
        description={t(filtered ? 'activity.nothing.matchText' : 'activity.nothing.text')}
      />
    </Card>
  );
}
