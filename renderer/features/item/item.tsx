import { Tabs } from '@mantine/core';
import { useLocation, useSearchParams } from 'react-router';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { Item as ItemDetails } from '../../../src/contract/dashboard-api/library/items.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import { isCollectionType } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ChainNotice, PracticeBanner } from '../chain/index.ts';
import { OwnedLicences } from '../market/index.ts';
import { OpenOrders } from '../orders/index.ts';
import { canPlay } from '../player/index.ts';
import { ShareForBuyers } from '../sharing/index.ts';
import { OpenedContent } from '../viewer/index.ts';
import { useAccessLink } from '../viewer-frame/index.ts';
import { CollectionParts } from './collection-parts.tsx';
import { DamagedFile } from './damaged-file.tsx';
import { ItemHead } from './item-head.tsx';
import { itemTitle, itemType } from './item-labels.ts';
import type { ItemAccess } from './preview.tsx';
import { AboutTab } from './tabs/about-tab.tsx';
import { SharingTab } from './tabs/sharing-tab.tsx';
import { TechnicalTab } from './tabs/technical-tab.tsx';

/** Shows an item: its head, the opened file, and the tabs with its details. */
export function Item({ item }: { item: ItemDetails }) {
  const { content, offer } = item;
  const opening = useAccessLink(content?.content_id ?? null, 'always');
  const { data: accessLink, error } = opening.query;
  const isUnlicensed = error !== null && toCallError(error).code === 'licence_required';
  const state: ItemAccess = isUnlicensed ? 'unlicensed' : accessLink ? 'open' : 'closed';
  return (
    <Page
      title={itemTitle(item)}
      head={(title) => (
        <ItemHead
          title={title}
          item={item}
          accessLink={state === 'open' && content?.damage === null ? accessLink : undefined}
          opening={state}
        />
      )}
    >
      {offer && <PracticeBanner />}
      {offer && <ChainNotice />}
      <OpenOrders
        matches={({ content_id: id, content_address: address }) =>
          (address !== null && address === offer?.content_address) ||
          (id !== null && [content?.content_id, content?.encryption?.encrypted_id].includes(id))
        }
        isPlain
      />
      {offer && <OwnedLicences item={offer} />}
      {offer?.mine && content && <ShareForBuyers contentId={content.content_id} />}
      {isCollectionType(itemType(item))
        ? offer && <CollectionParts item={item} isOpen={state === 'open'} />
        : content && !isUnlicensed && <File content={content} opening={opening} />}
      <ItemTabs item={item} opening={state} />
    </Page>
  );
}

interface FileProps {
  content: LocalContent;
  opening: ReturnType<typeof useAccessLink>;
}

/** Plays or shows the file, or what happened to it. */
const File = ({ content, opening }: FileProps) =>
  content.damage === null ? (
    <Stage content={content} opening={opening} />
  ) : (
    <DamagedFile damage={content.damage} />
  );

function Stage({ content, opening }: FileProps) {
  const { query, renew } = opening;
  // The opened file stays even if its link could not be renewed.
  if (query.data) {
    return (
      <>
        {query.error && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        <OpenedContent content={content} accessLink={query.data} renew={renew} hasPlayButton />
      </>
    );
  }
  if (query.error) return <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />;
  return canPlay(content) ? null : <Loading height={320} label={t('viewer.loading')} />;
}

const tabs = ['about', 'sharing', 'technical'] as const;

function ItemTabs({ item, opening }: { item: ItemDetails; opening: ItemAccess }) {
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find((tab) => tab === params.get('tab')) ?? 'about';
  // Passed on, because it names the page to return to.
  const { state } = useLocation();
  const choose = (tab: string | null) =>
    setParams(tab === null || tab === 'about' ? {} : { tab }, {
      ...{ replace: true, preventScrollReset: true },
      state,
    });
  return (
    <Tabs value={chosen} onChange={choose} keepMounted={false}>
      <Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab} px={{ base: 6, xs: 'md' }}>
            {t(`item.tabs.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="about" pt="lg">
        <AboutTab item={item} opening={opening} />
      </Tabs.Panel>
      <Tabs.Panel value="sharing" pt="lg">
        <SharingTab item={item} />
      </Tabs.Panel>
      <Tabs.Panel value="technical" pt="lg">
        <TechnicalTab item={item} />
      </Tabs.Panel>
    </Tabs>
  );
}
