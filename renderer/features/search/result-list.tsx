import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { t } from '../../lib/i18n/language.ts';
import classes from './search.module.css';
import type { SearchGroup, SearchResult } from './search-results.ts';

/** Returns the id of a result in the list of `listId`. */
export const optionIdOf = (listId: string, { path }: SearchResult): string => `${listId}-${path}`;

interface ResultListProps {
  id: string;
  /** Groups with results. */
  groups: readonly SearchGroup[];
  selected: SearchResult | undefined;
  onOpen(result: SearchResult): void;
}

/** Lists the results in their groups; the field beside it moves the selection. */
export function ResultList({ id, groups, selected, onOpen }: ResultListProps) {
  const selectedId = selected && optionIdOf(id, selected);
  useEffect(() => {
    if (selectedId) document.getElementById(selectedId)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);
  return (
    <div id={id} role="listbox" aria-label={t('search.results')} className={classes.results}>
      {groups.map(({ name, results }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div id={`${id}-${name}`} className={classes.group}>
            {t(`search.groups.${name}`)}
          </div>
          {results.map((result) => (
            <UnstyledButton
              key={result.path}
              id={optionIdOf(id, result)}
              role="option"
              aria-selected={result === selected}
              tabIndex={-1}
              className={classes.result ?? ''}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onOpen(result)}
            >
              {result.title}
              <span className={classes.subtitle}>{result.subtitle}</span>
            </UnstyledButton>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Announces the number of results for `q`; nothing while it is empty. */
export function ResultStatus({ q, count }: { q: string; count: number }) {
  return (
    <div role="status">
      {q !== '' && count > 0 && <VisuallyHidden>{t('search.count', { count })}</VisuallyHidden>}
      {q !== '' && count === 0 && (
        <Text c="dimmed" ta="center" p="md">
          {t('search.nothing', { q })}
        </Text>
      )}
    </div>
  );
}
