import { Text } from '@mantine/core';
import type { StorageState } from '../../../src/contract/local-storage.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { formatBytes } from '../../lib/format.ts';
import { diskSegments, storedBytes, storeSegments } from '../../lib/storage-words.ts';
import { UsageBar } from './usage-bar.tsx';

/** Who uses the store. */
export function UsageCard({ storage }: { storage: StorageState }) {
  const stored = storedBytes(storage);
  return (
    <SectionCard
      title="Who uses what"
      aside={
        <Text size="sm" c="dimmed">
          {formatBytes(stored)} in all
        </Text>
      }
    >
      {stored === 0 ? (
        <Text size="sm">Nothing is stored yet.</Text>
      ) : (
        <UsageBar label="Who uses the storage" segments={storeSegments(storage)} />
      )}
    </SectionCard>
  );
}

/** Who uses the disk. */
export function DiskCard({ storage }: { storage: StorageState }) {
  const { free_bytes: free, total_bytes: total, floor_bytes: floor } = storage.disk;
  return (
    <SectionCard
      title="The disk"
      aside={
        <Text size="sm" c="dimmed">
          {formatBytes(free)} free of {formatBytes(total)}
        </Text>
      }
    >
      <UsageBar label="Who uses the disk" segments={diskSegments(storage)} />
      {free <= floor && (
        <Text size="sm" c="var(--mantine-color-error)">
          The disk is nearly full, so nothing more is stored. Free some room on it, or move the storage folder
          to another disk.
        </Text>
      )}
    </SectionCard>
  );
}
