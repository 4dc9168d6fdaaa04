import { IconLock } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { getContentOpen, type PlainContent } from '../../../src/contract/dashboard-api/licensing.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPath, paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BackLink, type CameFrom } from '../../ui/navigation/back-link.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { lookOf, type ShownPages } from '../../viewer/messages.ts';
import { useContent } from '../stored-file/index.ts';
import { ContentFrame } from './content-frame.tsx';
import { leavesPlayer, NotShown, PagesLeftOut, PlaybackStopped, SaveButton } from './not-shown.tsx';
import type { ViewEnd } from './use-viewer-frame.ts';

/** Plays or shows a stored content, decrypted where it is encrypted. */
export function ViewPage() {
  const { contentId = '' } = useParams();
  const content = useContent(contentId);
  const opened = useOpened(contentId);
  const error = content.error ?? opened.error;
  const item = content.data?.sealed?.content_address;
  const isUnlicensed = item && opened.error !== null && toCallError(opened.error).code === 'licence_required';
  const retry = () => {
    void content.refetch();
    void opened.refetch();
  };
  const { refetch } = opened;
  const renew = useCallback(async () => (await refetch()).data?.url, [refetch]);
  return (
    <>
      <BackLink to={paths.library} label={t('frame.pages.library')} />
      <Page
        title={content.data?.title ?? t('viewer.content')}
        note={opened.data && formatBytes(opened.data.size)}
        actions={content.data && opened.data && <SaveButton content={content.data} opened={opened.data} />}
      >
        {isUnlicensed && <Unlicensed address={item} title={content.data?.title ?? ''} />}
        {error && !isUnlicensed && <ProblemAlert error={error} onRetry={retry} />}
        {/* Playback continues when no other link is available. */}
        {!content.error && !isUnlicensed && content.data && opened.data && (
          <Shown key={contentId} content={content.data} opened={opened.data} renew={renew} />
        )}
        {!error && !(content.data && opened.data) && <Loading height={320} label={t('viewer.loading')} />}
      </Page>
    </>
  );
}

/** Shows that a content is sold and no user here has a licence for it. */
function Unlicensed({ address, title }: { address: string; title: string }) {
  return (
    <EmptyCard
      role="status"
      icon={IconLock}
      title={t('viewer.unlicensed.title')}
      description={t('viewer.unlicensed.text')}
    >
      <LinkButton
        to={itemPath({ content_address: address })}
        state={{ cameFrom: title } satisfies CameFrom}
        variant="filled"
      >
        {t('common.showInMarket')}
      </LinkButton>
    </EmptyCard>
  );
}

interface ShownProps {
  content: LocalContent;
  opened: PlainContent;
  /** Requests another link; resolves with it. */
  renew: () => Promise<string | undefined>;
}

function Shown({ content, opened, renew }: ShownProps) {
  const file = { content, opened };
  const [end, setEnd] = useState<ViewEnd | null>(null);
  const [pages, setPages] = useState<ShownPages | undefined>();
  const [attempt, setAttempt] = useState(1);
  const show = useCallback((shown: ShownPages | undefined) => {
    setPages(shown);
    setEnd(null);
  }, []);
  const retry = async () => {
    // An expired link may be the cause.
    await renew();
    show(undefined);
    setAttempt(attempt + 1);
  };
  if (!lookOf(opened.content_type)) return <NotShown {...file} end="unreadable" />;
  if (end && !leavesPlayer(end)) return <NotShown {...file} end={end} onRetry={retry} />;
  return (
    <>
      {pages && <PagesLeftOut {...file} pages={pages} />}
      {end && leavesPlayer(end) && <PlaybackStopped {...file} end={end} onRetry={retry} />}
      <ContentFrame
        key={attempt}
        name={content.title}
        opened={opened}
        renew={renew}
        onShown={show}
        onEnd={setEnd}
      />
    </>
  );
}

/** Time before its expiry at which a link is renewed, in ms. */
const beforeItEnds = 90_000;

/** Returns the link to the plain file; it is renewed while the component is mounted. */
function useOpened(contentId: string) {
  const input = { params: { id: contentId } };
  const query = useDashboardQuery(['opened', contentId], getContentOpen, input, { gcTime: 0 });
  const { data, refetch } = query;
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(
      () => void refetch(),
      Math.max(1000, Date.parse(data.expires_at) - Date.now() - beforeItEnds),
    );
    return () => clearTimeout(timer);
  }, [data, refetch]);
  return query;
}
