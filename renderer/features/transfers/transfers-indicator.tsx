import { Badge, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsDownUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { summariseTransfers, transferSummaryLabel } from './transfer-labels.ts';
import { useTransfers } from './transfer-queries.ts';

/** Delay of announcements to screen readers, in milliseconds, because small files begin and end in quick succession. */
const announceDelayMs = 1500;

/** Shows on every page that transfers are running; links to the list. */
export function TransfersIndicator() {
  const transfers = useTransfers().data ?? [];
  const summary = summariseTransfers(transfers);
  const { underWay, failed, share } = summary;
  const words = transferSummaryLabel(summary);
  const [announced] = useDebouncedValue(transfers.length > 0 ? words : '', announceDelayMs);
  return (
    <>
      {transfers.length > 0 && (
        <Badge
          component={Link}
          to={paths.transfers}
          size="lg"
          color={underWay === 0 && failed > 0 ? 'red' : 'alcove'}
          leftSection={<IconArrowsDownUp size={14} aria-hidden />}
          aria-label={
            share === null
              ? words
              : t('frame.transfers.wordsAndShare', { words, share: formatPercent(share) })
          }
          title={words}
          style={{ cursor: 'pointer', flexShrink: 0 }}
        >
          {underWay === 0
            ? t('frame.transfers.failed')
            : share === null
              ? formatCount(underWay)
              : formatPercent(share)}
        </Badge>
      )}
      <VisuallyHidden role="status" aria-label={t('transfers.title')}>
        {announced}
      </VisuallyHidden>
    </>
  );
}
