import { IconLock } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { toCallError } from '../../lib/api/call-error.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPath, paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BackLink, type CameFrom } from '../../ui/navigation/back-link.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { shownTitle, useContent } from '../stored-file/index.ts';
import { useOpened } from '../viewer-frame/index.ts';
import { SaveButton } from './not-shown.tsx';
import { OpenedContent } from './opened-content.tsx';

/** Plays or shows a stored content, decrypted where it is encrypted. */
export function ViewPage() {
  const { contentId = '' } = useParams();
  const content = useContent(contentId);
  const { query: opened, renew } = useOpened(contentId, 'always');
  const error = content.error ?? opened.error;
  const item = content.data?.sealed?.content_address;
  const isUnlicensed = item && opened.error !== null && toCallError(opened.error).code === 'licence_required';
  const retry = () => {
    void content.refetch();
    void opened.refetch();
  };
  return (
    <>
      <BackLink to={paths.library} label={t('frame.pages.library')} />
      <Page
        title={content.data ? shownTitle(content.data, content.data.title) : t('viewer.content')}
        note={opened.data && formatBytes(opened.data.size)}
        actions={content.data && opened.data && <SaveButton content={content.data} opened={opened.data} />}
      >
        {isUnlicensed && <Unlicensed address={item} title={content.data?.title ?? ''} />}
        {error && !isUnlicensed && <ProblemAlert error={error} onRetry={retry} />}
        {/* Playback continues when no other link is available. */}
        {!content.error && !isUnlicensed && content.data && opened.data && (
          <OpenedContent key={contentId} content={content.data} opened={opened.data} renew={renew} />
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
