import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Settings } from '../../../src/contract/settings.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { useChangeSettings } from '../settings/index.ts';
import { limitText, parseLimit } from './bandwidth-limit.ts';

/** Edits the bandwidth limits for receiving from and sending to other nodes; an empty field means no limit. */
export function BandwidthForm({ network }: { network: Settings['network'] }) {
  const now = { down: limitText(network.down_bytes_per_s), up: limitText(network.up_bytes_per_s) };
  const [typed, setTyped] = useState<{ down?: string; up?: string }>({});
  const change = useChangeSettings();
  const down = typed.down ?? now.down;
  const up = typed.up ?? now.up;
  const limits = { down: parseLimit(down), up: parseLimit(up) };
  const isChanged = down !== now.down || up !== now.up;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (limits.down === undefined || limits.up === undefined || change.isPending) return;
    change.mutate(
      {
        network: {
          ...(down !== now.down && { down_bytes_per_s: limits.down }),
          ...(up !== now.up && { up_bytes_per_s: limits.up }),
        },
      },
      // Input entered during the request is kept.
      { onSuccess: () => setTyped((now) => (now === typed ? {} : now)) },
    );
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <LimitField
            label={t('peers.bandwidth.receive')}
            value={down}
            isInvalid={limits.down === undefined}
            onChange={(text) => setTyped({ ...typed, down: text })}
          />
          <LimitField
            label={t('peers.bandwidth.send')}
            value={up}
            isInvalid={limits.up === undefined}
            onChange={(text) => setTyped({ ...typed, up: text })}
          />
        </Group>
        {change.isError && <ProblemAlert error={change.error} onClose={change.reset} />}
        {isChanged && (
          <Group gap="sm">
            <Button
              type="submit"
              size="xs"
              loading={change.isPending}
              disabled={limits.down === undefined || limits.up === undefined}
            >
              {t('common.limits.set')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setTyped({})}>
              {t('common.limits.leave')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

interface LimitFieldProps {
  label: string;
  value: string;
  isInvalid: boolean;
  onChange(text: string): void;
}

function LimitField({ label, value, isInvalid, onChange }: LimitFieldProps) {
  return (
    <TextInput
      flex="1 1 9rem"
      label={label}
      placeholder={t('common.limits.none')}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isInvalid && t('peers.bandwidth.invalid')}
      rightSection={<span aria-hidden>{t('format.perSecond', { size: t('format.units.MiB') })}</span>}
      rightSectionWidth={60}
      aria-description={t('peers.bandwidth.description')}
    />
  );
}
