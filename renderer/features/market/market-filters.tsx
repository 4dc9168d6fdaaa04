import { Chip, Group, Stack, Text, TextInput } from '@mantine/core';
import { contentKinds } from '../../../src/contract/dashboard-api/library/content-lists.ts';
import { marketSorts } from '../../../src/contract/dashboard-api/market.ts';
import { parseTon } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { SortMenu } from '../../ui/lists/sort-menu.tsx';
import type { ChosenSearch, TypedSearch } from './use-market-search.ts';

interface MarketFiltersProps {
  typed: TypedSearch;
  chosen: ChosenSearch;
  onType(change: Partial<TypedSearch>): void;
  onChoose(name: keyof ChosenSearch, value: string | null): void;
}

/** Shows the filters besides the search text, and the sort order. */
export function MarketFilters({ typed, chosen, onType, onChoose }: MarketFiltersProps) {
  return (
    <Stack gap={4}>
      <Group gap="sm" justify="space-between">
        <Group gap="xs" role="group" aria-label={t('common.filters')}>
          {contentKinds.map((kind) => (
            <Chip
              key={kind}
              size="sm"
              checked={chosen.kind === kind}
              onChange={(checked) => onChoose('kind', checked ? kind : null)}
            >
              {t(`frame.pages.${kind}`)}
            </Chip>
          ))}
          <Chip
            size="sm"
            checked={chosen.whose === 'mine'}
            onChange={(checked) => onChoose('whose', checked ? 'mine' : null)}
          >
            {t('market.filter.mine')}
          </Chip>
        </Group>
        <Group gap="xs">
          <PriceLimit limit="from" typed={typed.from} onChange={(from) => onType({ from })} />
          <PriceLimit limit="to" typed={typed.to} onChange={(to) => onType({ to })} />
          <SortMenu
            label={t('market.sort.label')}
            value={chosen.sort}
            choices={marketSorts}
            labelOf={(sort) => t(`market.sort.${sort}`)}
            onChange={(sort) => onChoose('sort', sort === 'newest' ? null : sort)}
          />
        </Group>
      </Group>
      <Text size="xs" c="var(--mantine-color-error)" role="status" ta="end">
        {problemWith(typed)}
      </Text>
    </Stack>
  );
}

const problemIn = (typed: string): string | undefined =>
  typed.trim() === '' ? undefined : parseTon(typed).problem;

/** Returns why the price range is invalid. */
function problemWith({ from, to }: TypedSearch): string | undefined {
  return problemIn(from) ?? problemIn(to);
}

interface PriceLimitProps {
  limit: 'from' | 'to';
  typed: string;
  onChange(typed: string): void;
}

function PriceLimit({ limit, typed, onChange }: PriceLimitProps) {
  return (
    <TextInput
      w="7.5rem"
      aria-label={t(`market.filter.${limit}InTon`)}
      placeholder={t(`market.filter.${limit}`)}
      // The message is shown below both fields, which has more space.
      error={problemIn(typed)}
      styles={{ error: { display: 'none' } }}
      value={typed}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
    />
  );
}
