import { Stack } from '@mantine/core';
import { t } from '../../../lib/i18n/language.ts';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { useUrlSearch } from '../../../ui/forms/use-url-search.ts';
import { FoundCount } from '../../../ui/lists/found-count.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { NoMatches, NothingStored, useContentList } from '../../content/index.ts';
import { ChoiceTable } from './choice-table.tsx';

/** Lists the files on this node, newest first. */
export function StoredChoice() {
  const { typed, setTyped, search } = useUrlSearch();
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
