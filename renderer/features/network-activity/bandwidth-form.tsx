import type { Settings } from '../../../src/contract/settings.ts';
import { t } from '../../lib/i18n/language.ts';
import { LimitsForm } from '../settings/index.ts';
import { limitText, parseLimit } from './bandwidth-limit.ts';

/** Edits the bandwidth limits for receiving from and sending to other nodes. */
export function BandwidthForm({ network }: { network: Settings['network'] }) {
  const limitOf = (name: 'down_bytes_per_s' | 'up_bytes_per_s', label: string) => ({
    name,
    now: limitText(network[name]),
    parse: parseLimit,
    problem: t('peers.bandwidth.invalid'),
    field: { label },
  });
  return (
    <LimitsForm
      section="network"
      limits={[
        limitOf('down_bytes_per_s', t('peers.bandwidth.receive')),
        limitOf('up_bytes_per_s', t('peers.bandwidth.send')),
      ]}
      look={{
        flex: '1 1 9rem',
        placeholder: t('common.limits.none'),
        rightSection: <span aria-hidden>{t('format.perSecond', { size: t('format.units.MiB') })}</span>,
        rightSectionWidth: 60,
        'aria-description': t('peers.bandwidth.description'),
      }}
    />
  );
}
