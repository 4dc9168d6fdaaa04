import { Card, EmptyState } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { MarkedText } from '../marked-text.tsx';
import { StartPractising } from '../start-practising.tsx';

/** What selling and buying is, to who has never heard of it, while this node takes no part in it. */
export function ChainOff() {
  return (
    <Card>
      <EmptyState
        py="xl"
        icon={<IconBuildingStore stroke={1.4} aria-hidden />}
        title="Nothing can be sold or bought yet"
        description={
          <>
            Authors can set a price for what they publish, and buyers pay them directly, with TON: a digital
            money that no company runs. Practise it first: with test money, on this computer only. For real
            money, set <MarkedText text="`chain.network` to `mainnet`" /> and start the node again.
          </>
        }
      >
        <EmptyState.Actions>
          <StartPractising />
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
