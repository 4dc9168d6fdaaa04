import { Skeleton, Stack, Text, Title } from '@mantine/core';
import type { LocalContent } from '../../../src/contract/local.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { openDialog } from '../../lib/dialogs.ts';
import { useContent } from '../../lib/queries.ts';
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
  const others = data?.hosts.filter(({ host }) => !content.shares.some((share) => share.host === host));
  return (
    <Stack gap="lg">
      <Text size="sm">
        A copy goes to a public node, which is always there. You get a link that a friend can open in any
        browser, without this app.
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
