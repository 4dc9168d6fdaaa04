import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { useBackState } from '../../ui/navigation/use-back-state.ts';
import { useSearchResults } from './search-results.ts';

const [store, spotlight] = createSpotlight();

/** Selects the first result, which Enter opens; Spotlight does so only with results that it has when the text changes. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

interface SearchDialogProps {
  /** The content of the field. */
  typed: string;
  onType(typed: string): void;
  onClose(): void;
}

/** Searches the library, the Store, the files of others, the pages and the settings at once. */
export function SearchDialog({ typed, onType, onClose }: SearchDialogProps) {
  const navigate = useNavigate();
  const backState = useBackState();
  const [q] = useDebouncedValue(typed.trim(), 150);
  const { groups, isSearching } = useSearchResults(q);
  useEffect(() => spotlight.open(), []);
  const found = groups.filter(({ results }) => results.length > 0);
  const first = found[0]?.results[0]?.path;
  useEffect(selectFirst, [q, first]);
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={onType}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      // The title is hidden, because the field has the same name.
      title={t('search.open')}
      styles={{ header: { display: 'none' } }}
    >
      <Spotlight.Search
        placeholder={t('search.placeholder')}
        aria-label={t('search.open')}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList aria-label={t('search.results')}>
        {found.map(({ name, results }) => (
          <Spotlight.ActionsGroup key={name} label={t(`search.groups.${name}`)}>
            {results.map(({ path, title, subtitle }) => (
              <Spotlight.Action
                key={path}
                label={title}
                description={subtitle}
                onClick={() => void navigate(path, { state: backState })}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && q !== '' && !isSearching && (
          <Spotlight.Empty role="status">{t('search.nothing', { q })}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
