import { Button, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import type { Settings } from '../../../src/contract/settings.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { ErrorNote } from '../../ui/values/texts.ts';
import { useChangeSettings } from '../settings/index.ts';
import { parseSize, sizeText, stayingBytes } from './storage-labels.ts';

interface LimitsCardProps {
  limits: Settings['storage'];
  storage: StorageState;
}

/** Edits the limits of the cache and of all stored bytes. */
export function LimitsCard({ limits, storage }: LimitsCardProps) {
  const now = { copies: sizeText(limits.copies_bytes), all: sizeText(limits.quota_bytes) };
  const [typed, setTyped] = useState<{ copies?: string; all?: string }>({});
  const change = useChangeSettings();
  const copies = typed.copies ?? now.copies;
  const all = typed.all ?? now.all;
  const wanted = { copies: parseSize(copies) ?? undefined, all: parseSize(all) };
  const isValid = wanted.copies !== undefined && wanted.all !== undefined && wanted.all !== 0;
  const isChanged = copies !== now.copies || all !== now.all;
  const staying = stayingBytes(storage);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || !isChanged || change.isPending) return;
    change.mutate(
      {
        storage: {
          ...(copies !== now.copies && { copies_bytes: wanted.copies }),
          ...(all !== now.all && { quota_bytes: wanted.all }),
        },
      },
      // Input entered during the request is kept.
      { onSuccess: () => setTyped((before) => (before === typed ? {} : before)) },
    );
  };

  return (
    <SectionCard title={t('storage.limits.title')}>
      <Text size="sm">{t('storage.limits.text')}</Text>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Group gap="sm" align="flex-start">
            <SizeField
              label={t('storage.limits.copies')}
              placeholder="0"
              description={t('storage.limits.copiesDescription')}
              value={copies}
              error={wanted.copies === undefined && t('storage.limits.copiesInvalid')}
              onChange={(text) => setTyped({ ...typed, copies: text })}
            />
            <SizeField
              label={t('storage.limits.all')}
              placeholder={t('common.limits.none')}
              description={t('storage.limits.allDescription')}
              value={all}
              error={(wanted.all === undefined || wanted.all === 0) && t('storage.limits.allInvalid')}
              onChange={(text) => setTyped({ ...typed, all: text })}
            />
          </Group>
          {isValid && wanted.all !== null && wanted.all !== undefined && wanted.all < staying && (
            <ErrorNote>{t('storage.limits.tooLow', { size: formatBytes(staying) })}</ErrorNote>
          )}
          {change.isError && <ProblemAlert error={change.error} onClose={change.reset} />}
          {isChanged && (
            <Group gap="sm">
              <Button type="submit" size="xs" loading={change.isPending} disabled={!isValid}>
                {t('common.limits.set')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setTyped({})}>
                {t('common.limits.leave')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </SectionCard>
  );
}

interface SizeFieldProps {
  label: string;
  description: string;
  placeholder: string;
  value: string;
  error: string | false;
  onChange(text: string): void;
}

function SizeField({ label, description, placeholder, value, error, onChange }: SizeFieldProps) {
  return (
    <TextInput
      flex="1 1 12rem"
      label={
        <>
          {label}
          <VisuallyHidden>({t('format.units.GiB')})</VisuallyHidden>
        </>
      }
      description={description}
      placeholder={placeholder}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      rightSection={<span aria-hidden>{t('format.units.GiB')}</span>}
      rightSectionWidth={48}
    />
  );
}
