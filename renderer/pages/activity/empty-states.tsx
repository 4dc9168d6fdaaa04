import { Card, EmptyState } from '@mantine/core';
import { IconActivity, IconFileSearch } from '@tabler/icons-react';

/** Shown where there is nothing to list, because of the filter or at all. */
export function NoActivity({ filtered }: { filtered: boolean }) {
  const Icon = filtered ? IconFileSearch : IconActivity;
  return (
    <Card>
      <EmptyState
        py="xl"
        role="status"
        icon={<Icon stroke={1.4} aria-hidden />}
        title={filtered ? 'Nothing matches' : 'Nothing has happened yet'}
        description={
          filtered
            ? 'Nothing of this kind with these words happened, or it was so long ago that it is no longer kept.'
            : 'Once files are stored or fetched, people sign in or other nodes come by, you see it here.'
        }
      />
    </Card>
  );
}
