import { getContents, type LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { getRemoteIndex } from '../../../src/contract/dashboard-api/discovery.ts';
import { type Collection, getCollections } from '../../../src/contract/dashboard-api/library/collections.ts';
import { getMarket } from '../../../src/contract/dashboard-api/market.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { kindOf, titleOf } from '../../lib/format/file-kind.ts';
import { formatLocalDay } from '../../lib/format/format.ts';
import { monthOfSearch } from '../../lib/format/month-search.ts';
import { t } from '../../lib/i18n/language.ts';
import { collectionPathOf, itemPathOf, type PageName, paths } from '../../lib/paths.ts';
import { useTrades } from '../chain/index.ts';
import {
  generalSettingsOf,
  generalSettingUrl,
  matches,
  settingNamesOf,
  settingUrl,
  wordsOf,
} from '../settings/index.ts';
import { plainType, shownAuthor, shownTitle } from '../stored-file/index.ts';

export interface SearchResult {
  path: string;
  title: string;
  /** Author, day and kind, as far as known. */
  subtitle: string;
}

export interface SearchGroup {
  name: 'library' | 'collections' | 'store' | 'others' | 'pages' | 'settings';
  results: SearchResult[];
}

const maxOfGroup = 5;

/** Returns the matches in each part of the dashboard, at most five of each; all pages if the text is empty. */
export function useSearchResults(q: string): { groups: SearchGroup[]; isSearching: boolean } {
  const trades = useTrades();
  const given = { query: { q, limit: maxOfGroup } };
  const isAsked = q !== '';
  const month = monthOfSearch(q);
  const inLibrary = { query: { ...given.query, ...(month && { month }) } };
  const library = useDashboardQuery(['content', 'search', q], getContents, inLibrary, { enabled: isAsked });
  const collections = useDashboardQuery(['collections', 'search', q], getCollections, given, {
    enabled: isAsked,
  });
  const store = useDashboardQuery(['market', 'search', q], getMarket, given, { enabled: isAsked && trades });
  const others = useDashboardQuery(['index', 'search', q], getRemoteIndex, given, { enabled: isAsked });
  const files = library.data?.items ?? [];
  const items = store.data?.items ?? [];
  const remote = others.data?.items ?? [];
  return {
    isSearching: [library, collections, store, others].some(({ isLoading }) => isLoading),
    groups: [
      {
        name: 'library',
        results: files.map(fileResult),
      },
      { name: 'collections', results: (collections.data?.items ?? []).map(collectionResult) },
      {
        name: 'store',
        results: items.map((item) => ({
          path: itemPathOf(item.content_address),
          title: titleOf(item),
          subtitle: [...item.authors.slice(0, 1), kindOf(item.content_type, item.collection_kind)].join(
            ' · ',
          ),
        })),
      },
      {
        name: 'others',
        results: remote.slice(0, maxOfGroup).map((entry) => ({
          path: `${paths.free}?${new URLSearchParams({ q: titleOf(entry) })}`,
          title: titleOf(entry),
          subtitle: kindOf(entry.content_type),
        })),
      },
      {
        name: 'pages',
        results: [...(month && files.length > 0 ? [photosOf(q)] : []), ...pagesFor(q, trades)],
      },
      { name: 'settings', results: isAsked ? settingsFor(q) : [] },
    ],
  };
}

const fileResult = (file: LocalContent): SearchResult => ({
  path: itemPathOf(file.content_id),
  title: shownTitle(file),
  subtitle: [shownAuthor(file) ?? [], takenOn(file), kindOf(plainType(file), file.collection_kind)]
    .flat()
    .join(' · '),
});

const collectionResult = ({ id, title, kind, artists }: Collection): SearchResult => ({
  path: collectionPathOf(id),
  title,
  subtitle: [...artists.slice(0, 1), t(`collections.kind.${kind}`)].join(' · '),
});

const takenOn = ({ media }: LocalContent): string[] =>
  media?.taken_at ? [formatLocalDay(media.taken_at)] : [];

/** Returns the page of all photos of a month. */
const photosOf = (month: string): SearchResult => ({
  path: `${paths.photos}?${new URLSearchParams({ q: month })}`,
  title: `${t('frame.pages.photos')}: ${month}`,
  subtitle: t('search.page'),
});

const hidden: readonly PageName[] = ['explore', 'settings', 'given', 'declined', 'restore'];
const tradePages: readonly PageName[] = ['store', 'bought', 'sell', 'wallet'];

function pagesFor(q: string, trades: boolean): SearchResult[] {
  return (Object.keys(paths) as PageName[])
    .filter((name) => !hidden.includes(name) && (trades || !tradePages.includes(name)))
    .filter((name) => matches(wordsOf(q), t(`frame.pages.${name as ShownPage}`), keywordsOf(name)))
    .map((name) => ({
      path: paths[name],
      title: t(`frame.pages.${name as ShownPage}`),
      subtitle: t('search.page'),
    }));
}

/** Returns other words for what a page shows. */
const keywordsOf = (name: PageName): string =>
  t(`search.keywords.${name as 'storage'}`, { defaultValue: '' });

type ShownPage = Exclude<PageName, 'given' | 'declined' | 'restore'>;

function settingsFor(q: string): SearchResult[] {
  return [
    ...generalSettingsOf(wordsOf(q)).map((name) => ({
      path: generalSettingUrl(name),
      title: t(`settings.general.${name}.name`),
    })),
    ...settingNamesOf(q).map((name) => ({
      path: settingUrl(name),
      title: t(`settings.fields.${name}.name`),
    })),
  ]
    .slice(0, maxOfGroup)
    .map((found) => ({ ...found, subtitle: t('frame.pages.settings') }));
}
