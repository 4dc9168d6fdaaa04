import { Stack } from '@mantine/core';
import type { CollectionDetails } from '../../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../../lib/i18n/language.ts';
import { openDialog } from '../../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { CoverField } from '../../stored-file/index.ts';
import { useCollection, useEditCollection } from '../collection-queries.ts';

/** Opens a dialog that changes the cover of a collection at once. */
export function openCoverDialog(collection: CollectionDetails): void {
  openDialog({
    title: t('collections.cover.title', { title: collection.title }),
    children: () => <CoverDialog opened={collection} />,
  });
}

function CoverDialog({ opened }: { opened: CollectionDetails }) {
  const collection = useCollection(opened.id).data ?? opened;
  const save = useEditCollection(opened.id);
  return (
    <Stack gap="md">
      <CoverField coverId={collection.cover_id} onChange={(cover_id) => save.mutate({ cover_id })} />
      {save.isError && <ProblemAlert error={save.error} onClose={save.reset} />}
    </Stack>
  );
}
