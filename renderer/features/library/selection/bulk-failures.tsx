import { List } from '@mantine/core';
import type { BulkFailure } from './bulk.ts';
import type { SelectedFiles } from './selection.ts';

interface BulkFailuresProps {
  files: SelectedFiles;
  failures: readonly BulkFailure[];
}

/** Names the files that were refused, with the reasons. */
export function BulkFailures({ files, failures }: BulkFailuresProps) {
  if (failures.length === 0) return null;
  return (
    <List size="sm" c="var(--mantine-color-error)" mah={240} style={{ overflowY: 'auto' }}>
      {failures.map(({ id, error }) => (
        <List.Item key={id}>
          <bdi>{files.get(id)?.title ?? id}</bdi>: {error.message}
        </List.Item>
      ))}
    </List>
  );
}
