import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { OwnedLicence } from '../../../src/contract/local-chain.ts';
import { NodeWords } from '../../components/node-words.tsx';
import { useDeliver } from '../../lib/chain-queries.ts';
import { deliveryWords, isKeyMissing } from '../../lib/delivery-words.ts';
import { percentOf } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { itemTitle } from '../../lib/market-words.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';

/** How what was bought comes to this node; nothing once it is here. */
export function DeliveryState({ licence }: { licence: OwnedLicence }) {
  const { delivery, content, licence_address: address } = licence;
  const words = delivery && deliveryWords(delivery);
  if (!delivery || words === null) return null;
  const { state, received, size } = delivery;
  return (
    <Stack gap={4} mt={2}>
      {state === 'fetching' && !isKeyMissing(delivery) && (
        <Progress
          value={percentOf(received, size)}
          size="sm"
          aria-label={t('library.delivery.progress', { title: itemTitle(content) })}
        />
      )}
      <Group gap="xs">
        <Text
          size="xs"
          c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
          style={{ overflowWrap: 'anywhere' }}
        >
          {delivery.message === words ? <NodeWords>{words}</NodeWords> : words}
        </Text>
        {(state === 'failed' || state === 'waiting') && (
          <TryNow address={address} title={itemTitle(content)} />
        )}
      </Group>
    </Stack>
  );
}

function TryNow({ address, title }: { address: string; title: string }) {
  const deliver = useDeliver(address);
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('library.delivery.tryNowOf', { title })}
      loading={deliver.isPending}
      onClick={() => deliver.mutate(undefined, { onError: notifyProblem })}
    >
      {t('library.delivery.tryNow')}
    </Button>
  );
}
