import { Text, VisuallyHidden } from '@mantine/core';
import type { StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import type { Settings } from '../../../src/contract/settings.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { ErrorNote } from '../../ui/values/texts.ts';
import { type LimitField, LimitsForm } from '../settings/index.ts';
import { parseSize, sizeText, stayingBytes } from './storage-labels.ts';

interface LimitsCardProps {
  limits: Settings['storage'];
  storage: StorageState;
}

/** Edits the limits of the cache and of all stored bytes. */
export function LimitsCard({ limits, storage }: LimitsCardProps) {
  const staying = stayingBytes(storage);
  return (
    <SectionCard title={t('storage.limits.title')}>
      <Text size="sm">{t('storage.limits.text')}</Text>
      <LimitsForm
        section="storage"
        limits={limitsOf(limits)}
        inputProps={{
          flex: '1 1 12rem',
          rightSection: <span aria-hidden>{t('format.units.GB')}</span>,
          rightSectionWidth: 48,
        }}
        warn={([_copies, all]) =>
          typeof all === 'number' &&
          all < staying && <ErrorNote>{t('storage.limits.tooLow', { size: formatBytes(staying) })}</ErrorNote>
        }
      />
    </SectionCard>
  );
}

function limitsOf(limits: Settings['storage']): LimitField[] {
  return [
    {
      name: 'copies_bytes',
      now: sizeText(limits.copies_bytes),
      parse: (typed) => parseSize(typed) ?? undefined,
      problem: t('storage.limits.copiesInvalid'),
      field: {
        label: withUnit(t('storage.limits.copies')),
        description: t('storage.limits.copiesDescription'),
        placeholder: '0',
      },
    },
    {
      name: 'quota_bytes',
      now: sizeText(limits.quota_bytes),
      // 0 is invalid, because it would not allow any file.
      parse: (typed) => (parseSize(typed) === 0 ? undefined : parseSize(typed)),
      problem: t('storage.limits.allInvalid'),
      field: {
        label: withUnit(t('storage.limits.all')),
        description: t('storage.limits.allDescription'),
        placeholder: t('common.limits.none'),
      },
    },
  ];
}

const withUnit = (label: string) => (
  <>
    {label}
    <VisuallyHidden>({t('format.units.GB')})</VisuallyHidden>
  </>
);
