import { useEffect } from 'react';
import { useParams } from 'react-router';
import { toCallError } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ChainNotice, ChainOff, PracticeBanner, useChain } from '../chain/index.ts';
import { useContent } from '../stored-file/index.ts';
import { dropDraft } from './drafts.ts';
import { EncryptionProgress } from './encryption-progress.tsx';
import { Registration } from './registration.tsx';
import { SellForm } from './sell-form.tsx';
import { useRegistration } from './use-registration.ts';

/** Sells a stored content, and shows the progress of its registration. */
export function SellPage() {
  const { contentId = '' } = useParams();
  const network = useChain().data?.network;
  return (
    <Page title={t('publish.title')}>
      <PracticeBanner />
      {network === 'off' ? <ChainOff page="publish" /> : <Publishing key={contentId} contentId={contentId} />}
    </Page>
  );
}

function Publishing({ contentId }: { contentId: string }) {
  const chain = useChain().data;
  const content = useContent(contentId);
  const isGone = content.error !== null && toCallError(content.error).code === 'content_not_found';
  const encryption = isGone ? null : (content.data?.sealing ?? null);
  const last = useRegistration(contentId, encryption?.sealed_id ?? null);
  const isDone = last?.state === 'confirmed';
  const isUnderWay = isDone || last?.state === 'open';

  useEffect(() => {
    if (isDone) dropDraft(contentId);
  }, [isDone, contentId]);

  return (
    <>
      <ChainNotice />
      {/* Once a content is sold, only its encrypted file is stored here. */}
      {content.error && !isUnderWay && (
        <ProblemAlert error={content.error} onRetry={() => void content.refetch()} />
      )}
      {last && <Registration order={last} />}
      {encryption && !isUnderWay && <EncryptionProgress contentId={contentId} encryption={encryption} />}
      {content.data && !isGone && chain && !isUnderWay && encryption?.state !== 'sealing' && (
        <SellForm content={content.data} chain={chain} />
      )}
      {!(content.data && chain) && !content.error && (
        <Loading height={320} label={t('publish.form.loading')} />
      )}
    </>
  );
}
