import { Group, Progress, Stack, Text } from '@mantine/core';
import type { OwnedLicence } from '../../../../src/contract/dashboard-api/purchases.ts';
import { titleOf } from '../../../lib/format/file-kind.ts';
import { percentOf } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { ChangeButton } from '../../../ui/forms/change-button.tsx';
import { useDeliver } from '../library-queries.ts';
import { deliveryLabel, isKeyMissing } from './delivery-labels.ts';

/** Shows the state of a purchase delivery; nothing once it is complete. */
export function DeliveryState({ licence }: { licence: OwnedLicence }) {
  const { delivery, content, licence_address: address } = licence;
  const words = delivery && deliveryLabel(delivery);
  if (!delivery || words === null) return null;
  const { state, received, size } = delivery;
  return (
    <Stack gap={4} mt={2}>
      {state === 'fetching' && !isKeyMissing(delivery) && (
        <Progress
          value={percentOf(received, size)}
          size="sm"
          aria-label={t('library.delivery.progress', { title: titleOf(content) })}
        />
      )}
      <Group gap="xs">
        <Text
          size="xs"
          c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
          style={{ overflowWrap: 'anywhere' }}
        >
          <bdi>{words}</bdi>
        </Text>
        {(state === 'failed' || state === 'waiting') && <TryNow address={address} title={titleOf(content)} />}
      </Group>
    </Stack>
  );
}

function TryNow({ address, title }: { address: string; title: string }) {
  const deliver = useDeliver(address);
  return (
    <ChangeButton change={deliver} size="compact-sm" aria-label={t('library.delivery.tryNowOf', { title })}>
      {t('library.delivery.tryNow')}
    </ChangeButton>
  );
}
