import { Card, EmptyState } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { t } from '../../lib/language.ts';
import { MarkedText } from '../marked-text.tsx';
import { StartPractising } from '../start-practising.tsx';

/** What selling and buying is, to who has never heard of it, while this node takes no part in it. */
export function ChainOff() {
  return (
    <Card>
      <EmptyState
        py="xl"
        icon={<IconBuildingStore stroke={1.4} aria-hidden />}
        title={t('chain.off.title')}
        description={<MarkedText text={t('chain.off.text')} />}
      >
        <EmptyState.Actions>
          <StartPractising />
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
