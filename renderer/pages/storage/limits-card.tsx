import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { LiveSettings } from '../../../src/contract/local-network.ts';
import type { StorageState } from '../../../src/contract/local-storage.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { formatBytes } from '../../lib/format.ts';
import { useChangeSettings } from '../../lib/network-queries.ts';
import { parseRoom, roomText, stayingBytes } from '../../lib/storage-words.ts';

interface LimitsCardProps {
  limits: LiveSettings['storage'];
  storage: StorageState;
}

/** How much copies, and everything together, may take. */
export function LimitsCard({ limits, storage }: LimitsCardProps) {
  const now = { copies: roomText(limits.copies_bytes), all: roomText(limits.quota_bytes) };
  const [typed, setTyped] = useState<{ copies?: string; all?: string }>({});
  const change = useChangeSettings();
  const copies = typed.copies ?? now.copies;
  const all = typed.all ?? now.all;
  const wanted = { copies: parseRoom(copies) ?? undefined, all: parseRoom(all) };
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
      // What was typed meanwhile stays.
      { onSuccess: () => setTyped((before) => (before === typed ? {} : before)) },
    );
  };

  return (
    <SectionCard title="Limits">
      <Text size="sm">
        When room is needed, those copies go first that were not used for longest. What is yours, what you
        keep and what you follow never goes by itself.
      </Text>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Group gap="sm" align="flex-start">
            <RoomField
              label="Copies from other nodes"
              placeholder="0"
              description="0: none are kept"
              value={copies}
              error={wanted.copies === undefined && 'Write a number like 2.5'}
              onChange={(text) => setTyped({ ...typed, copies: text })}
            />
            <RoomField
              label="Everything together"
              placeholder="No limit"
              description="Empty: as much as the disk has"
              value={all}
              error={(wanted.all === undefined || wanted.all === 0) && 'Write a number like 20, or nothing'}
              onChange={(text) => setTyped({ ...typed, all: text })}
            />
          </Group>
          {isValid && wanted.all !== null && wanted.all !== undefined && wanted.all < staying && (
            <Text size="sm" c="var(--mantine-color-error)">
              What stays takes {formatBytes(staying)} already. Nothing of it is deleted, but nothing more is
              stored with this limit.
            </Text>
          )}
          {change.isError && <ProblemAlert error={change.error} onClose={change.reset} />}
          {isChanged && (
            <Group gap="sm">
              <Button type="submit" size="xs" loading={change.isPending} disabled={!isValid}>
                Set the limits
              </Button>
              <Button size="xs" variant="default" onClick={() => setTyped({})}>
                Leave as they are
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </SectionCard>
  );
}

interface RoomFieldProps {
  label: string;
  description: string;
  placeholder: string;
  value: string;
  error: string | false;
  onChange(text: string): void;
}

function RoomField({ label, description, placeholder, value, error, onChange }: RoomFieldProps) {
  return (
    <TextInput
      flex="1 1 12rem"
      label={label}
      description={description}
      placeholder={placeholder}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      rightSection={<span aria-hidden>GiB</span>}
      rightSectionWidth={48}
      aria-description="In GiB"
    />
  );
}
