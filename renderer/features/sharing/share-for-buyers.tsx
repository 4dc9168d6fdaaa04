import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import type { Share } from '../../../src/contract/dashboard-api/sharing.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { useOverview } from '../monitoring/index.ts';
import { useContent } from '../stored-file/index.ts';
import { openShareDialog, ShareList } from './share-dialog.tsx';
import { useHostSignIn, useShareHosts } from './sharing-queries.ts';

const isInTrouble = ({ state, key, message }: Share): boolean =>
  state === 'failed' || key === 'failed' || (state === 'waiting' && message !== null);

/** Shows that buyers cannot get a content from this private node, or that its host refused it; links to sharing. */
export function ShareForBuyers({ contentId }: { contentId: string }) {
  const content = useContent(contentId).data;
  const isPrivate = useOverview().data?.node.node_type === 'private';
  const shares = content?.shares.filter(({ state }) => state !== 'withdrawing') ?? [];
  const unsigned = shares.find(({ message }) => message?.reason === 'sharing.signInToShare');
  if (unsigned) return <SignInForBuyers host={unsigned.host} />;
  if (!isPrivate || !content || content.encrypted?.key === false || !shares.every(isInTrouble)) return null;
  const [refused] = shares;
  return (
    <Alert role="note" color="yellow" icon={<IconShare2 aria-hidden />} title={t('sharing.forBuyers.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {refused
            ? t('sharing.forBuyers.refused', { node: hostName(refused.host) })
            : t('sharing.forBuyers.text')}
        </Text>
        <Button size="xs" onClick={() => openShareDialog(content)}>
          {t(refused ? 'sharing.forBuyers.another' : 'sharing.forBuyers.share')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Shows that buyers cannot get a content until the owner signs in to its host, and offers to sign in. */
function SignInForBuyers({ host }: { host: string }) {
  return (
    <Alert role="note" color="yellow" icon={<IconShare2 aria-hidden />} title={t('sharing.forBuyers.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('sharing.forBuyers.signedOut', { node: hostName(host) })}</Text>
        <SignInButton host={host} />
      </Stack>
    </Alert>
  );
}

/** Signs in to a host as this node; waiting files are then sent automatically. */
export function SignInButton({ host }: { host: string }) {
  const signIn = useHostSignIn();
  return (
    <>
      {signIn.isError && <ProblemAlert error={signIn.error} onClose={signIn.reset} />}
      <Button size="xs" loading={signIn.isPending} onClick={() => signIn.mutate({ host })}>
        {t('sharing.forBuyers.signIn', { node: hostName(host) })}
      </Button>
    </>
  );
}

/** Lists the hosts that serve the buyers of a content, with their progress. */
export function SharesForBuyers({ contentId }: { contentId: string }) {
  const content = useContent(contentId).data;
  const hosts = useShareHosts().data?.hosts ?? [];
  if (!content || content.shares.length === 0) return null;
  return (
    <SectionCard title={t('sharing.forBuyers.hosts')}>
      <ShareList content={content} hosts={hosts} />
    </SectionCard>
  );
}
