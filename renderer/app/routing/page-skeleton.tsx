import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';

/** Layout of a page: one column, or cards side by side. */
export type PageShape = 'rows' | 'cards';

const layout = {
  rows: { height: 52, parts: ['a', 'b', 'c', 'd', 'e'], cols: 1, spacing: 'xs' },
  cards: { height: 220, parts: ['a', 'b', 'c', 'd'], cols: { base: 1, md: 2 }, spacing: 'md' },
} as const;

/** Shows a placeholder while the code of a page is loaded. */
export function PageSkeleton({ shape }: { shape: PageShape }) {
  const { height, parts, cols, spacing } = layout[shape];
  return (
    <Stack gap="lg" role="status" aria-busy="true" aria-label={t('common.loadingPage')}>
      <Skeleton height={36} width="min(14rem, 60%)" />
      <SimpleGrid cols={cols} spacing={spacing}>
        {parts.map((part) => (
          <Skeleton key={part} height={height} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
