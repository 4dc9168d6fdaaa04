import { Group } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Item as ItemDetails } from '../../../src/contract/dashboard-api/library/items.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import { libraryPageOf } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf, paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BackLink, type BackState } from '../../ui/navigation/back-link.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { ChainNotice, PracticeBanner, useIsChainUnknown } from '../chain/index.ts';
import { Item } from './item.tsx';
import { itemTitle, itemType } from './item-labels.ts';
import { itemKey, useItem } from './item-queries.ts';
import { Neighbours } from './neighbours.tsx';

/** Shows an item, stored here or in the Store; redirects from a former id to the current one. */
export function ItemPage() {
  const { id = '' } = useParams();
  const state = useLocation().state as Partial<BackState> | null;
  const { data, error, isStale, refetch } = useItem(id);
  const isChainUnknown = useIsChainUnknown();
  const isUnknown = error !== null && unknownCodes.includes(toCallError(error).code);
  const item = isUnknown ? undefined : data;
  const isFormer = item !== undefined && item.item_id !== id;
  const list = item?.content === null ? 'store' : libraryPageOf(item ? itemType(item) : '');
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <BackLink to={paths[list]} label={t(`frame.pages.${list}`)} />
        <Neighbours id={id} title={item && !isFormer ? itemTitle(item) : undefined} />
      </Group>
      {isFormer && <ToCurrent item={item} isStale={isStale} />}
      {item && !isFormer ? (
        <Item key={id} item={item} />
      ) : (
        <Page title={isUnknown ? t('item.notFound.title') : (state?.title ?? t('item.title'))}>
          {isChainUnknown && <PracticeBanner />}
          {isChainUnknown && <ChainNotice />}
          {isUnknown && <Unknown />}
          {error && !isUnknown && !isChainUnknown && (
            <ProblemAlert error={error} onRetry={() => void refetch()} />
          )}
          {!error && <Loading height={280} label={t('item.loading')} />}
        </Page>
      )}
    </>
  );
}

const unknownCodes: readonly (string | null)[] = [
  'content_not_found',
  'invalid_content_id',
  'unsupported_content_id',
];

/** Redirects to the current id of an item, and passes the item on if it has not changed since it was loaded. */
function ToCurrent({ item, isStale }: { item: ItemDetails; isStale: boolean }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  useEffect(() => {
    if (!isStale) queries.setQueryData(itemKey(item.item_id), item);
    void navigate({ pathname: itemPathOf(item.item_id), search }, { replace: true, state });
  }, [queries, navigate, item, isStale, search, state]);
  return null;
}

function Unknown() {
  return (
    <EmptyCard
      role="status"
      icon={IconFileSearch}
      title={t('item.notFound.unknown')}
      description={t('item.notFound.text')}
    >
      <LinkButton to={paths.library}>{t('item.notFound.toLibrary')}</LinkButton>
    </EmptyCard>
  );
}
