import { Stack, Text } from '@mantine/core';
import type { Collection } from '../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Note } from '../../ui/values/texts.ts';
import { useContent } from '../stored-file/index.ts';
import { NoShareHosts, ShareList } from './share-dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { useShareCollection, useShareHosts } from './sharing-queries.ts';

/** Opens a dialog that shares a collection with its contents under one link. */
export function openShareCollectionDialog(collection: Pick<Collection, 'id' | 'title'>): void {
  openDialog({
    title: t('sharing.dialog.title', { title: collection.title }),
    size: 'lg',
    children: () => <ShareCollectionDialog id={collection.id} />,
  });
}

function ShareCollectionDialog({ id }: { id: string }) {
  const hosts = useShareHosts();
  const share = useShareCollection(id);
  const manifest = useContent(share.data?.content_id ?? null).data;
  return (
    <Stack gap="lg">
      <Text size="sm">{t('sharing.collection.text')}</Text>
      {share.data && (
        <Stack gap="xs" role="status">
          {manifest && <ShareList content={manifest} hosts={hosts.data?.hosts ?? []} />}
          <Text size="sm">{t('sharing.collection.shared', { count: share.data.shared })}</Text>
          {share.data.left_out > 0 && (
            <Note>{t('sharing.collection.leftOut', { count: share.data.left_out })}</Note>
          )}
        </Stack>
      )}
      <QueryState query={hosts} height={120} loading={t('sharing.dialog.loading')}>
        {({ hosts: all }) => {
          if (all.length === 0) return <NoShareHosts />;
          const others = all.filter(({ host }) => !manifest?.shares.some((one) => one.host === host));
          return others.length > 0 && <ShareForm isEncrypted={false} share={share} hosts={others} />;
        }}
      </QueryState>
    </Stack>
  );
}
