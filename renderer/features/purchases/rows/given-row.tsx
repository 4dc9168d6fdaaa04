import { Box, Group, Table } from '@mantine/core';
import { memo } from 'react';
import type { OwnedLicence } from '../../../../src/contract/dashboard-api/purchases.ts';
import { titleOf } from '../../../lib/format/file-kind.ts';
import { t } from '../../../lib/i18n/language.ts';
import { ChangeButton } from '../../../ui/forms/change-button.tsx';
import { ItemTitle } from '../../../ui/lists/item-title.tsx';
import { DateTime } from '../../../ui/values/date-time.tsx';
import { SmallNote } from '../../../ui/values/texts.ts';
import { licenceLabel } from '../../licensing/index.ts';
import { useDecline, useDeliver } from '../purchase-queries.ts';

interface GivenRowProps {
  licence: OwnedLicence;
  /** Position in the list, from 0. */
  index: number;
}

/** Shows a licence that is not accepted yet, or declined, with the owner's choices. */
export const GivenRow = memo(function Row({ licence, index }: GivenRowProps) {
  const { content, kind, payer, issued_at: at } = licence;
  const title = titleOf(content);
  const issued = <DateTime at={at} />;
  return (
    <Table.Tr data-index={index} aria-rowindex={index + 2}>
      <Table.Th scope="row" fw={400}>
        <Group gap="sm">
          <Box miw={0} flex="1 1 240px">
            <ItemTitle item={content} backLabel={t('frame.pages.bought')}>
              <SmallNote truncate>
                {licenceLabel(kind, content.content_type)} · {t(`purchases.held.${payer ?? 'none'}`)}
              </SmallNote>
              <SmallNote hiddenFrom="md">{issued}</SmallNote>
            </ItemTitle>
          </Box>
          <Decision licence={licence} title={title} />
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="md">{issued}</Table.Td>
    </Table.Tr>
  );
});

function Decision({ licence, title }: { licence: OwnedLicence; title: string }) {
  const accept = useDeliver(licence.licence_address);
  const decline = useDecline(licence.licence_address);
  return (
    <Group gap="xs">
      <ChangeButton
        change={accept}
        size="compact-sm"
        variant="light"
        aria-label={t('purchases.given.addOf', { title })}
      >
        {t('purchases.given.add')}
      </ChangeButton>
      {licence.decision === null && (
        <ChangeButton
          change={decline}
          size="compact-sm"
          aria-label={t('purchases.given.declineOf', { title })}
        >
          {t('purchases.given.decline')}
        </ChangeButton>
      )}
    </Group>
  );
}
