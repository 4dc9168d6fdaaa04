import { Card, EmptyState } from '@mantine/core';
import { IconCloudUpload, IconFileSearch } from '@tabler/icons-react';

export function NothingStored() {
  return (
    <Card>
      <EmptyState
        py="xl"
        icon={<IconCloudUpload stroke={1.4} aria-hidden />}
        title="Nothing stored yet"
        description="Drop files anywhere in this window, or choose some. Each gets a content id made from its bytes: whoever has the id can check that what they received is exactly your file."
      />
    </Card>
  );
}

export function NoMatches({ search }: { search: string }) {
  return (
    <Card>
      <EmptyState
        py="xl"
        role="status"
        icon={<IconFileSearch stroke={1.4} aria-hidden />}
        title="No file matches"
        description={`No name or title of a stored file contains “${search}”. Try a shorter part of it.`}
      />
    </Card>
  );
}
