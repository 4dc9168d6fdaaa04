import { Stack } from '@mantine/core';
import { FoundCount } from '../../components/found-count.tsx';
import { LongList } from '../../components/long-list.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { t } from '../../lib/language.ts';
import { useContentList } from '../../lib/queries.ts';
import { useKeptSearch } from '../../lib/use-kept-search.ts';
import { NoMatches, NothingStored } from '../content/empty-states.tsx';
import { ChoiceTable } from './choice-table.tsx';

/** The files on this node, newest first, to choose from. */
export function StoredChoice() {
  const { typed, setTyped, search } = useKeptSearch();
  const contents = useContentList(search);
  const { count, isPlaceholder } = contents;
  if (count === 0 && search === '' && typed === '') return <NothingStored />;
  return (
    <Stack gap="sm">
      <SearchField
        label={t('content.search')}
        value={typed}
        onChange={setTyped}
        isSearching={isPlaceholder}
      />
      <FoundCount
        words={count !== undefined && count > 0 && search !== '' ? t('content.files', { count }) : ''}
      />
      <LongList list={contents} none={<NoMatches search={search} />} loading={t('publish.choose.loading')}>
        <ChoiceTable contents={contents} />
      </LongList>
    </Stack>
  );
}
