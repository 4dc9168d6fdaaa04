import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { SectionCard } from '../../components/section-card.tsx';
import { shareWords } from '../../lib/licence-words.ts';
import {
  mostShares,
  readPercent,
  type ShareProblems,
  shareProblems,
  sumOf,
  type TypedShare,
  whole,
} from './shares.ts';

interface SharesEditorProps {
  shares: TypedShare[];
  onChange(shares: TypedShare[]): void;
  isTestChain: boolean;
  /** Shows what is wrong also where nothing was typed yet. */
  insist: boolean;
}

/** Who gets a part of each sale, besides who publishes. */
export function SharesEditor({ shares, onChange, isTestChain, insist }: SharesEditorProps) {
  const problems = shareProblems(shares, isTestChain);
  const sum = sumOf(shares);
  const isReadable = shares.length > 0 && shares.every(({ percent }) => readPercent(percent) !== null);
  const isFull = shares.length >= mostShares;
  // A line that was there when the page opened does not take the focus.
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    const key = Math.max(0, ...shares.map((share) => share.key)) + 1;
    setAdded(key);
    onChange([...shares, { key, address: '', percent: '' }]);
  };
  return (
    <SectionCard title="Who shares in it">
      <Text size="sm">
        Of every sale, each of these wallets gets its part at once, and you get the rest. It is settled for
        good when you publish: nobody can change it later, not even you.
      </Text>
      {shares.length > 0 && (
        <Stack component="ul" gap="sm" p={0} m={0} aria-label="Shares" style={{ listStyle: 'none' }}>
          {shares.map((share, index) => (
            <ShareLine
              key={share.key}
              share={share}
              number={index + 1}
              problems={problems[index] ?? {}}
              insist={insist}
              autoFocus={share.key === added}
              onChange={(part) =>
                onChange(shares.map((each) => (each.key === share.key ? { ...each, ...part } : each)))
              }
              onRemove={() => onChange(shares.filter(({ key }) => key !== share.key))}
            />
          ))}
        </Stack>
      )}
      <Group justify="space-between" gap="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isFull}
          onClick={add}
        >
          Add a share
        </Button>
        {isReadable && <SumLine sum={sum} />}
      </Group>
      {isFull && (
        <Text size="xs" c="dimmed">
          That is as many as there can be: {mostShares}.
        </Text>
      )}
    </SectionCard>
  );
}

function SumLine({ sum }: { sum: number }) {
  return sum > whole ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      Together {shareWords(sum)}: more than there is
    </Text>
  ) : (
    <Text size="sm">
      Together {shareWords(sum)}, you keep {shareWords(whole - sum)}
    </Text>
  );
}

interface ShareLineProps {
  share: TypedShare;
  number: number;
  problems: ShareProblems;
  insist: boolean;
  autoFocus: boolean;
  onChange(part: Partial<TypedShare>): void;
  onRemove(): void;
}

function ShareLine({ share, number, problems, insist, autoFocus, onChange, onRemove }: ShareLineProps) {
  const [left, setLeft] = useState<Partial<Record<keyof ShareProblems, boolean>>>({});
  const shown = (field: keyof ShareProblems) => (insist || left[field]) && problems[field];
  const leave = (field: keyof ShareProblems) => setLeft({ ...left, [field]: share[field] !== '' });
  return (
    <Group component="li" gap="xs" align="flex-start">
      <TextInput
        flex="1 1 14rem"
        aria-label={`Address of share ${number}`}
        placeholder="Address of a wallet"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        value={share.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
        onBlur={() => leave('address')}
        error={shown('address')}
      />
      <TextInput
        w="6.5rem"
        aria-label={`Percent of share ${number}`}
        placeholder="10"
        inputMode="decimal"
        maxLength={10}
        autoComplete="off"
        value={share.percent}
        onChange={(event) => onChange({ percent: event.currentTarget.value })}
        onBlur={() => leave('percent')}
        error={shown('percent')}
        rightSection={<span aria-hidden>%</span>}
      />
      <Tooltip label="Remove">
        <ActionIcon aria-label={`Remove share ${number}`} onClick={onRemove}>
          <IconTrash size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
