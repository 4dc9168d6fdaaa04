import { Text } from '@mantine/core';
import { useRate } from '../../lib/api/use-rate.ts';
import { formatDateTime } from '../../lib/format/format.ts';
import { approximatePrice } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { SmallNote } from './texts.ts';

/** Shows the approximate value of an amount in the currency of the owner; nothing while that is off or unknown. */
export function Approximate({ nano }: { nano: bigint | string }) {
  const rate = useRate();
  if (!rate) return null;
  return (
    <Text span size="sm" c="dimmed" fw={400}>
      {approximatePrice(nano, rate)}
    </Text>
  );
}

/** Names the source of approximate prices, and the time of the last request to it. */
export function RateNote() {
  const rate = useRate();
  if (!rate) return null;
  const { source, asked_at: at, currency } = rate;
  return <SmallNote>{t('wallet.rate', { currency, source, time: formatDateTime(at) })}</SmallNote>;
}
