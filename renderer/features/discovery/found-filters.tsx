import { Button, Chip, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { fileKinds, isFileKind, kindOf } from '../../lib/format/file-kind.ts';
import { shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { type FilterName, type FoundFilter, filterNames } from './use-found-filter.ts';

interface FoundFiltersProps {
  filter: FoundFilter;
  onSet(name: FilterName, value: string | null): void;
}

const words: Record<FilterName, (value: string) => string> = {
  author: (value) => t('discovery.filter.author', { value }),
  hashtag: (value) => `#${value}`,
  owner: (value) => t('discovery.filter.wallet', { value: shorten(value) }),
  content_type: kindOf,
};

/** Shows the filters: kinds of files, and values chosen in the list. */
export function FoundFilters({ filter, onSet }: FoundFiltersProps) {
  const kind = filter.content_type;
  return (
    <Group gap="xs" role="group" aria-label={t('common.filters')}>
      {fileKinds.map((each) => (
        <Chip
          key={each}
          size="sm"
          checked={kind === each}
          onChange={(checked) => onSet('content_type', checked ? each : null)}
        >
          {t(`discovery.kinds.${each}`)}
        </Chip>
      ))}
      {filterNames.map((name) => {
        const value = filter[name];
        if (value === undefined || (name === 'content_type' && isFileKind(value))) return null;
        const label = words[name](value);
        return (
          <Button
            key={name}
            size="compact-sm"
            radius="xl"
            variant="light"
            maw="100%"
            aria-label={t('discovery.filter.noLonger', { what: label })}
            rightSection={<IconX size={14} aria-hidden />}
            onClick={() => onSet(name, null)}
          >
            {label}
          </Button>
        );
      })}
    </Group>
  );
}
