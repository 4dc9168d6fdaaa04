import { Card, EmptyState } from '@mantine/core';
import { IconBooks, IconBuildingStore, IconTag, IconWallet } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { MarkedText } from '../../ui/values/marked-text.tsx';
import { StartPractice } from '../practice/index.ts';

const icons = { market: IconBuildingStore, library: IconBooks, publish: IconTag, wallet: IconWallet };

/** Explains selling and buying while this node follows no chain. */
export function ChainOff({ page }: { page: keyof typeof icons }) {
  const Icon = icons[page];
  return (
    <Card>
      <EmptyState
        icon={<Icon stroke={1.4} aria-hidden />}
        title={t(`chain.off.title.${page}`)}
        description={<MarkedText text={t('chain.off.text')} />}
      >
        <EmptyState.Actions>
          <StartPractice />
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
