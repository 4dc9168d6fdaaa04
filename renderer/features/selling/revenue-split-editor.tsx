import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { maxShares, shareDenominator } from '../../../src/contract/revenue-split.ts';
import { t } from '../../lib/i18n/language.ts';
import { IconAction } from '../../ui/forms/icon-action.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { shareLabel } from '../licensing/index.ts';
import { readPercent, type ShareProblems, shareProblems, sumOf, type TypedShare } from './revenue-split.ts';

interface RevenueSplitEditorProps {
  shares: TypedShare[];
  onChange(shares: TypedShare[]): void;
  isTestChain: boolean;
  /** Shows errors of empty fields, too. */
  insist: boolean;
}

/** Edits the recipients of each sale besides the seller. */
export function RevenueSplitEditor({ shares, onChange, isTestChain, insist }: RevenueSplitEditorProps) {
  const problems = shareProblems(shares, isTestChain);
  const sum = sumOf(shares);
  const isReadable = shares.length > 0 && shares.every(({ percent }) => readPercent(percent) !== null);
  const isFull = shares.length >= maxShares;
  // Only added lines get the focus, not the initial ones.
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    const key = Math.max(0, ...shares.map((share) => share.key)) + 1;
    setAdded(key);
    onChange([...shares, { key, address: '', percent: '' }]);
  };
  return (
    <SectionCard title={t('selling.shares.title')}>
      <Text size="sm">{t('selling.shares.text')}</Text>
      {shares.length > 0 && (
        <BareList gap="sm" aria-label={t('selling.shares.list')}>
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
        </BareList>
      )}
      <Group justify="space-between" gap="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isFull}
          onClick={add}
        >
          {t('selling.shares.add')}
        </Button>
        {isReadable && <SumLine sum={sum} />}
      </Group>
      {isFull && <SmallNote>{t('selling.shares.most', { most: maxShares })}</SmallNote>}
    </SectionCard>
  );
}

function SumLine({ sum }: { sum: number }) {
  return sum > shareDenominator ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {t('selling.shares.sumTooMuch', { sum: shareLabel(sum) })}
    </Text>
  ) : (
    <Text size="sm">
      {t('selling.shares.sum', { sum: shareLabel(sum), rest: shareLabel(shareDenominator - sum) })}
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
  const markLeft = (field: keyof ShareProblems) => setLeft({ ...left, [field]: share[field] !== '' });
  return (
    <Group component="li" gap="xs" align="flex-start">
      <TextInput
        flex="1 1 14rem"
        aria-label={t('selling.shares.addressOf', { number })}
        placeholder={t('selling.shares.address')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        value={share.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
        onBlur={() => markLeft('address')}
        error={shown('address')}
      />
      <TextInput
        w="6.5rem"
        aria-label={t('selling.shares.percentOf', { number })}
        placeholder="10"
        inputMode="decimal"
        maxLength={10}
        autoComplete="off"
        value={share.percent}
        onChange={(event) => onChange({ percent: event.currentTarget.value })}
        onBlur={() => markLeft('percent')}
        error={shown('percent')}
        rightSection={<span aria-hidden>%</span>}
      />
      <IconAction
        icon={IconTrash}
        label={t('selling.shares.removeOf', { number })}
        tooltip={t('selling.shares.remove')}
        onClick={onRemove}
      />
    </Group>
  );
}
