import { useCallback, useState } from 'react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { AccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { type ShownPages, viewerKindOf } from '../../viewer/messages.ts';
import { PlayerPlace, usePlayback } from '../player/index.ts';
import { useAccessLink } from '../viewer-frame/index.ts';
import { ContentFrame } from './content-frame.tsx';
import type { ViewEnd } from './use-viewer-frame.ts';
import { PagesLeftOut, PlaybackStopped, ViewerFailure } from './viewer-failure.tsx';

/** Plays or shows a stored content within another page; shows nothing until its link is known. */
export function StoredViewer({ content }: { content: LocalContent }) {
  const { query, renew } = useAccessLink(content.content_id);
  if (!query.data)
    return query.error && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />;
  return <OpenedContent content={content} accessLink={query.data} renew={renew} />;
}

interface OpenedContentProps {
  content: LocalContent;
  /** Whether the page has its own play button. */
  hasPlayButton?: boolean;
  accessLink: AccessLink;
  /** Requests another link; resolves with it. */
  renew: () => Promise<string | undefined>;
}

/** Plays or shows a content by its link. */
export function OpenedContent(props: OpenedContentProps) {
  const kind = viewerKindOf(props.accessLink.content_type);
  if (!kind) return <ViewerFailure {...props} end="unreadable" />;
  return kind === 'audio' || kind === 'video' ? <PlayedContent {...props} /> : <ShownContent {...props} />;
}

/** Shows audio or video, which plays in the player of the app, so that it continues on other pages. */
function PlayedContent({ content, accessLink, hasPlayButton = false }: OpenedContentProps) {
  const file = { content, accessLink };
  const { failure, retry } = usePlayback(content.content_id);
  if (failure === 'unreadable') return <ViewerFailure {...file} end="unreadable" onRetry={retry} />;
  if (failure === 'stopped') return <ViewerFailure {...file} end="silent" onRetry={retry} />;
  return (
    <>
      {(failure === 'damaged' || failure === 'stalled') && (
        <PlaybackStopped {...file} end={failure} onRetry={retry} />
      )}
      <PlayerPlace content={content} isBare={hasPlayButton} />
    </>
  );
}

function ShownContent({ content, accessLink, renew }: OpenedContentProps) {
  const file = { content, accessLink };
  const [end, setEnd] = useState<ViewEnd | null>(null);
  const [pages, setPages] = useState<ShownPages | undefined>();
  const [attempt, setAttempt] = useState(1);
  const show = useCallback((shown: ShownPages | undefined) => {
    setPages(shown);
    setEnd(null);
  }, []);
  const retry = async () => {
    // The failure may be due to an expired link.
    await renew();
    show(undefined);
    setAttempt(attempt + 1);
  };
  if (end) return <ViewerFailure {...file} end={end} onRetry={retry} />;
  return (
    <>
      {pages && <PagesLeftOut {...file} pages={pages} />}
      <ContentFrame
        key={attempt}
        contentId={content.content_id}
        name={content.title}
        accessLink={accessLink}
        renew={renew}
        onShown={show}
        onEnd={setEnd}
      />
    </>
  );
}
