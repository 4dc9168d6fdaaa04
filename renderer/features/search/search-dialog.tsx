import { Input, Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { useIsPhone } from '../../ui/layout/use-is-phone.ts';
import { useBackState } from '../../ui/navigation/use-back-state.ts';
import { optionIdOf, ResultList, ResultStatus } from './result-list.tsx';
import { type SearchResult, useSearchResults } from './search-results.ts';

const typingPauseMs = 150;

interface SearchDialogProps {
  /** The content of the field. */
  typed: string;
  onType(typed: string): void;
  /** Whether Enter was pressed after what is typed: its first result opens once it is known. */
  isEntered: boolean;
  onEnter(): void;
  onClose(): void;
}

/**
 * Searches the library, the Store, the files of others, the pages and the settings at once. The field keeps the focus,
 * and names the selected result to screen readers (the combobox pattern of the WAI-ARIA APG).
 */
export function SearchDialog(props: SearchDialogProps) {
  const { typed, onType, onEnter, onClose } = props;
  const navigate = useNavigate();
  const backState = useBackState();
  const listId = useId();
  const open = (result: SearchResult) => {
    void navigate(result.path, { state: backState });
    onClose();
  };
  const { q, isTyped, found, isSearching } = useSearch(props, open);
  const results = found.flatMap((group) => group.results);
  const { selected, select } = useSelected(q, results);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      select(step);
      // What is selected after Enter must not be left for the first result.
      onType(typed);
    } else if (event.key === 'Enter' && selected && isTyped) open(selected);
    else if (event.key === 'Enter') onEnter();
    else return;
    event.preventDefault();
  };
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      onClose={onClose}
      size={600}
      padding={0}
      yOffset={80}
      zIndex="var(--mantine-z-index-max)"
      overlayProps={{ backgroundOpacity: 0.35, blur: 7 }}
      withCloseButton={false}
      // The title is hidden, because the field has the same name.
      title={t('search.open')}
      styles={{ header: { display: 'none' } }}
    >
      <Input
        data-autofocus
        size="lg"
        variant="unstyled"
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={t(isPhone ? 'search.open' : 'search.placeholder')}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-label={t('search.open')}
        aria-autocomplete="list"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        {...(selected && { 'aria-activedescendant': optionIdOf(listId, selected) })}
      />
      <ResultList id={listId} groups={found} selected={selected} onOpen={open} />
      <ResultStatus q={isSearching ? '' : q} count={results.length} />
    </Modal>
  );
}

/** Returns what was found, and opens the first result after Enter. */
function useSearch(props: SearchDialogProps, open: (result: SearchResult) => void) {
  const { typed, onType, isEntered } = props;
  const text = typed.trim();
  const q = useSearched(text, isEntered);
  const isTyped = q === text;
  const { groups, isSearching } = useSearchResults(q);
  const found = groups.filter((group) => group.results.length > 0);
  const openFirst = useEffectEvent(() => {
    // If nothing was found, what is found later does not open.
    onType(typed);
    const first = found[0]?.results[0];
    if (first) open(first);
  });
  const isReady = isEntered && isTyped && !isSearching;
  useEffect(() => {
    if (isReady) openFirst();
  }, [isReady]);
  return { q, isTyped, found, isSearching };
}

/** Returns the text to search for: what is typed, after a pause unless Enter ends it. */
function useSearched(text: string, isEntered: boolean): string {
  const [q, setQ] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), isEntered ? 0 : typingPauseMs);
    return () => clearTimeout(timer);
  }, [text, isEntered]);
  return q;
}

/** Returns the selected result, which Enter opens: the first one whenever the text or the first result changes. */
function useSelected(q: string, results: readonly SearchResult[]) {
  const list = `${q} ${results[0]?.path}`;
  const [place, setPlace] = useState({ list, index: 0 });
  const index = place.list === list ? Math.min(place.index, results.length - 1) : 0;
  const select = (step: number) =>
    setPlace({ list, index: (index + step + results.length) % Math.max(1, results.length) });
  return { selected: results[index], select };
}
