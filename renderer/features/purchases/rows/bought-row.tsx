import { Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { Trans } from 'react-i18next';
import type { OwnedLicence } from '../../../../src/contract/dashboard-api/purchases.ts';
import { titleOf } from '../../../lib/format/file-kind.ts';
import { percentOf } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { itemPathOf } from '../../../lib/paths.ts';
import { ChangeButton } from '../../../ui/forms/change-button.tsx';
import { ItemTitle } from '../../../ui/lists/item-title.tsx';
import type { BackState } from '../../../ui/navigation/back-link.tsx';
import { LinkButton } from '../../../ui/navigation/link-button.tsx';
import { DateTime } from '../../../ui/values/date-time.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { SmallNote } from '../../../ui/values/texts.ts';
import { licenceLabel } from '../../licensing/index.ts';
import { openSignInDialog } from '../dialogs/sign-in-dialog.tsx';
import { useDeliver } from '../purchase-queries.ts';
import { canOpen, deliveryLabel, isKeyMissing } from './delivery-labels.ts';
import { LicenceMenu } from './licence-menu.tsx';

interface BoughtRowProps {
  licence: OwnedLicence;
  /** Position among all licences, from 0. */
  index: number;
}

export const BoughtRow = memo(function Row({ licence, index }: BoughtRowProps) {
  const { content, kind, payer, bought_at: at, price, offer } = licence;
  const { content_type: type } = content;
  const title = titleOf(content);
  const bought = <DateTime at={at} />;
  const held = t(`purchases.held.${payer ?? 'none'}`);
  return (
    <Table.Tr data-index={index} aria-rowindex={index + 2}>
      <Table.Th scope="row" fw={400}>
        <Group gap="sm" wrap="nowrap">
          <ItemTitle item={content} backLabel={t('frame.pages.bought')}>
            <SmallNote truncate>
              {licenceLabel(kind, type)} · {held}
            </SmallNote>
            <SmallNote hiddenFrom="md">
              <Paid price={price} /> · {bought}
            </SmallNote>
            {offer !== null && (
              <SmallNote hiddenFrom="md" truncate>
                <Trans i18nKey="purchases.offeredFor" components={{ price: <Money nano={offer} /> }} />
              </SmallNote>
            )}
            <DeliveryState licence={licence} />
          </ItemTitle>
          {canOpen(licence) && content.content_id !== null && (
            <LinkButton
              to={itemPathOf(content.content_id)}
              state={{ backLabel: t('frame.pages.bought') } satisfies BackState}
              size="compact-sm"
              variant="light"
              aria-label={t('content.openOf', { title })}
              style={{ flexShrink: 0 }}
            >
              {t('content.menu.open')}
            </LinkButton>
          )}
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="md">{bought}</Table.Td>
      <Table.Td visibleFrom="md" ta="end" style={{ overflowWrap: 'anywhere' }}>
        <Paid price={price} bare />
      </Table.Td>
      <Table.Td visibleFrom="md" ta="end" style={{ overflowWrap: 'anywhere' }}>
        {offer !== null && <Money nano={offer} bare />}
      </Table.Td>
      <Table.Td px={0} ta="center">
        <LicenceMenu licence={licence} />
      </Table.Td>
    </Table.Tr>
  );
});

const Paid = ({ price, bare = false }: { price: string | null; bare?: boolean }) =>
  price === null ? (
    t('purchases.given.paid')
  ) : (
    <Money nano={price} zero={t('purchases.paidNothing')} bare={bare} />
  );

/** Shows the state of a purchase delivery; nothing once it is complete. */
function DeliveryState({ licence }: { licence: OwnedLicence }) {
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
          aria-label={t('purchases.delivery.progress', { title: titleOf(content) })}
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
        {delivery.sign_in_hosts.length > 0 ? (
          <SignIn licence={licence} />
        ) : (
          (state === 'failed' || state === 'waiting') && <TryNow address={address} title={titleOf(content)} />
        )}
      </Group>
    </Stack>
  );
}

const SignIn = ({ licence }: { licence: OwnedLicence }) => (
  <Button
    size="compact-sm"
    variant="light"
    aria-label={t('purchases.signIn.openOf', { title: titleOf(licence.content) })}
    onClick={() => openSignInDialog(licence)}
  >
    {t('purchases.signIn.open')}
  </Button>
);

function TryNow({ address, title }: { address: string; title: string }) {
  const deliver = useDeliver(address);
  return (
    <ChangeButton change={deliver} size="compact-sm" aria-label={t('purchases.delivery.tryNowOf', { title })}>
      {t('common.tryNow')}
    </ChangeButton>
  );
}
