import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { LocalContent } from '../../../src/contract/local.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { openDialog } from '../../lib/dialogs.ts';
import { useContent } from '../../lib/queries.ts';
import { isClosedForSale } from '../../lib/sealed-words.ts';
import { useShareHosts } from '../../lib/sharing-queries.ts';
import { NoShareHosts } from './no-share-hosts.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';

/** Shows where a content is shared, and shares it. */
export function openShareDialog(content: LocalContent): void {
  openDialog({
    title: `Share ${content.title}`,
    size: 'lg',
    children: <ShareDialog opened={content} />,
  });
}

function ShareDialog({ opened }: { opened: LocalContent }) {
  const content = useContent(opened.content_id).data ?? opened;
  const { data, error, refetch } = useShareHosts();
  const { sealed } = content;
  if (isClosedForSale(content)) return <Closed content={content} />;
  const others = data?.hosts.filter(({ host }) => !content.shares.some((share) => share.host === host));
  return (
    <Stack gap="lg">
      <Text size="sm">
        {sealed
          ? 'The encrypted file and its key go to a public node, which is always there. It gives them to those who have a licence, also while your computer is off.'
          : 'A copy goes to a public node, which is always there. You get a link that a friend can open in any browser, without this app.'}
      </Text>
      <ShareList content={content} hosts={data?.hosts ?? []} />
      {error && !data && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Skeleton height={120} role="status" aria-busy="true" aria-label="Loading the nodes" />
      )}
      {data?.hosts.length === 0 && <NoShareHosts />}
      {others && others.length > 0 && (
        <Stack gap="sm">
          {content.shares.length > 0 && <Title order={3}>Share it on another node, too</Title>}
          <ShareForm content={content} hosts={others} />
        </Stack>
      )}
    </Stack>
  );
}

/** Others get only the encrypted file of what is sold. */
function Closed({ content: { sealing } }: { content: LocalContent }) {
  const sealed = useContent(sealing?.sealed_id ?? null).data;
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm">
        {sealed
          ? 'This file is put up for sale, so it stays on your node. Its encrypted file can be shared: it opens for those who have a licence.'
          : 'This file is being encrypted for sale, so it stays on your node. Once that is done, its encrypted file can be shared.'}
      </Text>
      {sealed && (
        <Button
          onClick={() => {
            modals.closeAll();
            openShareDialog(sealed);
          }}
        >
          Share the encrypted file…
        </Button>
      )}
    </Stack>
  );
}
