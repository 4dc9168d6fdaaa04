import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { loadCode, withTexts } from '../../lib/session/page-code.ts';

/** A page whose code is not part of the first load. */
export type LazyPage = ComponentType & {
  /** Loads the code in advance. */
  preload(): Promise<unknown>;
};

/** Creates a page that loads its code when it is first shown. @param name the component that the module exports */
export function lazyPage<Name extends string>(
  shape: PageShape,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyPage {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    loaded ??= (await withTexts(load))[name];
    return loaded;
  };
  const Later = lazy(async () => ({ default: await loadCode(preload) }));
  function Page() {
    // Loaded code is shown at once, and a visible page is not replaced later.
    const [Shown] = useState<ComponentType>(() => loaded ?? Later);
    return (
      <Suspense fallback={<PageSkeleton shape={shape} />}>
        <Shown />
      </Suspense>
    );
  }
  return Object.assign(Page, { preload });
}

/** Layout of a page: one column, or cards side by side. */
type PageShape = 'rows' | 'cards';

const layout = {
  rows: { height: 52, parts: ['a', 'b', 'c', 'd', 'e'], cols: 1, spacing: 'xs' },
  cards: { height: 220, parts: ['a', 'b', 'c', 'd'], cols: { base: 1, md: 2 }, spacing: 'md' },
} as const;

/** Shows a placeholder while the code of a page is loaded. */
function PageSkeleton({ shape }: { shape: PageShape }) {
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
