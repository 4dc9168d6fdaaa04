import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { ChainNotice } from '../../components/chain/chain-notice.tsx';
import { ChainOff } from '../../components/chain/chain-off.tsx';
import { PracticeBanner } from '../../components/chain/practice-banner.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { useChain } from '../../lib/chain-queries.ts';
import { useContent } from '../../lib/queries.ts';
import { dropDraft } from './drafts.ts';
import { PublishForm } from './publish-form.tsx';
import { Registration } from './registration.tsx';
import { useRegistration } from './use-registration.ts';

/** Publishes one stored content with a price, and says what becomes of it. */
export function PublishPage() {
  const { contentId = '' } = useParams();
  const chain = useChain().data;
  const content = useContent(contentId);
  const last = useRegistration(contentId);
  const isDone = last?.state === 'confirmed';
  const isUnderWay = isDone || last?.state === 'open';

  useEffect(() => {
    if (isDone) dropDraft(contentId);
  }, [isDone, contentId]);

  return (
    <Page title="Publish">
      <PracticeBanner />
      {chain?.network === 'off' ? (
        <ChainOff />
      ) : (
        <>
          <ChainNotice />
          {content.error && <ProblemAlert error={content.error} onRetry={() => void content.refetch()} />}
          {last && <Registration order={last} />}
          {content.data && chain && !isUnderWay && (
            <PublishForm key={contentId} content={content.data} chain={chain} />
          )}
          {!(content.data && chain) && !content.error && (
            <Skeleton height={320} role="status" aria-busy="true" aria-label="Loading the file" />
          )}
        </>
      )}
    </Page>
  );
}
