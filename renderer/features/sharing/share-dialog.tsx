import { Button, EmptyState, Stack, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTopologyStar3 } from '@tabler/icons-react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { StartPractice } from '../practice/index.ts';
import { isRestrictedForSale, useContent } from '../stored-file/index.ts';
import { ShareForm } from './share-form.tsx';
import { ShareItem } from './share-item.tsx';
import { shareHostName } from './sharing-labels.ts';
import { type ShareHost, useShare, useShareHosts } from './sharing-queries.ts';

/** Opens a dialog that lists the shares of a content and adds others. */
export function openShareDialog(content: LocalContent): void {
  openDialog({
    title: t('sharing.dialog.title', { title: content.title }),
    size: 'lg',
    children: () => <ShareDialog opened={content} />,
  });
}

function ShareDialog({ opened }: { opened: LocalContent }) {
  const content = useContent(opened.content_id).data ?? opened;
  const hosts = useShareHosts();
  const share = useShare(content.content_id);
  const { data } = hosts;
  if (isRestrictedForSale(content)) return <RestrictedForSale content={content} />;
  const others = data?.hosts.filter(({ host }) => !content.shares.some((existing) => existing.host === host));
  return (
    <Stack gap="lg">
      <Text size="sm">{t(content.encrypted ? 'sharing.dialog.encrypted' : 'sharing.dialog.text')}</Text>
      <ShareList content={content} hosts={data?.hosts ?? []} />
      <QueryState query={hosts} height={120} loadingLabel={t('sharing.dialog.loading')} />
      {data?.hosts.length === 0 && <NoShareHosts />}
      {others && others.length > 0 && (
        <Stack gap="sm">
          {content.shares.length > 0 && <Title order={3}>{t('sharing.dialog.tooOn')}</Title>}
          <ShareForm isEncrypted={content.encrypted !== null} share={share} hosts={others} />
        </Stack>
      )}
    </Stack>
  );
}

/** Explains that only the encrypted file of sold content is shared. */
function RestrictedForSale({ content: { encryption } }: { content: LocalContent }) {
  const encrypted = useContent(encryption?.encrypted_id ?? null).data;
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm">{t(encrypted ? 'sharing.restricted.encrypted' : 'sharing.restricted.encrypting')}</Text>
      {encrypted && (
        <Button
          onClick={() => {
            modals.closeAll();
            openShareDialog(encrypted);
          }}
        >
          {t('sharing.restricted.share')}
        </Button>
      )}
    </Stack>
  );
}

interface ShareListProps {
  content: LocalContent;
  hosts: ShareHost[];
}

/** Lists the nodes on which a content is shared, with its links. */
export function ShareList({ content, hosts }: ShareListProps) {
  if (content.shares.length === 0) return null;
  return (
    <BareList gap="md" aria-label={t('sharing.dialog.where')}>
      {content.shares.map((share) => {
        const signedIn = hosts.find(({ host }) => host === share.host)?.signed_in ?? null;
        return (
          <ShareItem
            key={share.host}
            share={{ ...share, content_id: content.content_id, name: content.title, stored: true }}
            heading={shareHostName({ host: share.host, signed_in: signedIn })}
          />
        );
      })}
    </BareList>
  );
}

/** Links to a node for sharing. */
export function NoShareHosts() {
  return (
    <EmptyState
      py="md"
      icon={<IconTopologyStar3 stroke={1.4} aria-hidden />}
      title={t('sharing.noHosts.title')}
      description={t('sharing.noHosts.text')}
    >
      <EmptyState.Actions>
        <StartPractice />
        <LinkButton to={paths.peers} onClick={() => modals.closeAll()}>
          {t('common.addNode')}
        </LinkButton>
      </EmptyState.Actions>
    </EmptyState>
  );
}
