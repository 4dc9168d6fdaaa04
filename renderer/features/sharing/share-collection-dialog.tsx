import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { CollectionShare } from '../../../src/contract/dashboard-api/library/collection-shares.ts';
import type { Collection } from '../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { Note } from '../../ui/values/texts.ts';
import { NoShareHosts } from './share-dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareItem } from './share-item.tsx';
import { consequencesOf, shareHostName } from './sharing-labels.ts';
import {
  type ShareHost,
  useCollectionShares,
  useShareCollection,
  useShareHosts,
  useUnshareCollection,
} from './sharing-queries.ts';

type SharedCollection = Pick<Collection, 'id' | 'title'>;

/** Opens a dialog that shares a collection with its contents under one link, or stops that. */
export function openShareCollectionDialog(collection: SharedCollection): void {
  openDialog({
    title: t('sharing.dialog.title', { title: collection.title }),
    size: 'lg',
    children: () => <ShareCollectionDialog collection={collection} />,
  });
}

function ShareCollectionDialog({ collection }: { collection: SharedCollection }) {
  const hosts = useShareHosts();
  const shares = useCollectionShares(collection.id, 'true');
  const share = useShareCollection(collection.id);
  const isSending = shares.data?.some(
    ({ host, state, outdated }) =>
      host === share.variables?.host && (state !== 'shared' || outdated !== null),
  );
  return (
    <Stack gap="lg">
      <Text size="sm">{t('sharing.collection.text')}</Text>
      {share.data && (
        <Stack gap="xs" role="status">
          {isSending && <Text size="sm">{t('sharing.collection.shared', { count: share.data.shared })}</Text>}
          {share.data.left_out > 0 && (
            <Note>{t('sharing.collection.leftOut', { count: share.data.left_out })}</Note>
          )}
        </Stack>
      )}
      <QueryState query={shares} height={120} loadingLabel={t('sharing.dialog.loading')}>
        {(list) => (
          <>
            <SharedOn collection={collection} shares={list} hosts={hosts.data?.hosts ?? []} share={share} />
            {hosts.data?.hosts.length === 0 && <NoShareHosts />}
            <OtherHosts shares={list} hosts={hosts.data?.hosts ?? []} share={share} />
          </>
        )}
      </QueryState>
    </Stack>
  );
}

interface HostsProps {
  shares: CollectionShare[];
  hosts: ShareHost[];
  share: ReturnType<typeof useShareCollection>;
}

/** Lists the nodes on which a collection is shared. */
function SharedOn({ shares, hosts, ...common }: HostsProps & { collection: SharedCollection }) {
  if (shares.length === 0) return null;
  return (
    <BareList gap="md" aria-label={t('sharing.dialog.where')}>
      {shares.map((one) => {
        const signedIn = hosts.find(({ host }) => host === one.host)?.signed_in ?? null;
        const heading = shareHostName({ host: one.host, signed_in: signedIn });
        return <SharedHost key={one.host} {...common} shared={one} heading={heading} />;
      })}
    </BareList>
  );
}

interface SharedHostProps extends Pick<HostsProps, 'share'> {
  collection: SharedCollection;
  shared: CollectionShare;
  heading: string;
}

function SharedHost({ collection, shared, heading, share }: SharedHostProps) {
  const { host, state, listed, outdated } = shared;
  const stop = useUnshareCollection(collection.id, host);
  return (
    <>
      <ShareItem
        share={{ ...shared, name: collection.title, stored: true }}
        heading={heading}
        consequences={consequencesOf(shared)}
        stop={stop}
      />
      {state === 'shared' && outdated !== null && (
        <Group component="li" gap="sm">
          <Button
            size="xs"
            variant="default"
            loading={share.isPending}
            onClick={() => share.mutate({ host, listed })}
          >
            {t(`sharing.collection.outdated.${outdated}`)}
          </Button>
          <Note>{t(`sharing.collection.outdatedHint.${outdated}`)}</Note>
        </Group>
      )}
    </>
  );
}

/** Shares a collection on further nodes. */
function OtherHosts({ shares, hosts, share }: HostsProps) {
  const others = hosts.filter(({ host }) => !shares.some((one) => one.host === host));
  if (others.length === 0) return null;
  return (
    <Stack gap="sm">
      {shares.length > 0 && <Title order={3}>{t('sharing.dialog.tooOn')}</Title>}
      <ShareForm isEncrypted={false} share={share} hosts={others} />
    </Stack>
  );
}
