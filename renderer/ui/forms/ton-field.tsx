import { Text, TextInput, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { coin } from '../../../src/contract/coin.ts';
import { useRate } from '../../lib/api/use-rate.ts';
import { approximatePrice, parseTon } from '../../lib/format/ton.ts';

interface TonFieldProps {
  label: string;
  description?: ReactNode;
  typed: string;
  onChange(typed: string): void;
  /** Returns why a valid amount is refused, e.g. because it is too small. */
  check?: (nano: bigint) => string | null;
  autoFocus?: boolean;
  /** Whether the error of an empty field is shown, too. */
  insist?: boolean;
}

/** Returns the amount in a field, in nanograms; null for an invalid one. */
export function readTon(typed: string, check: TonFieldProps['check'] = () => null): bigint | null {
  const { nano } = parseTon(typed);
  return nano === undefined || check(nano) !== null ? null : nano;
}

/** A field for an amount of GRAM, with a comma or a point. Its error is shown once it loses the focus. */
export function TonField({
  label,
  description,
  typed,
  onChange,
  check,
  autoFocus = false,
  insist = false,
}: TonFieldProps) {
  const [left, setLeft] = useState(false);
  const { nano, problem } = parseTon(typed);
  const rate = useRate();
  const wrong = problem ?? (nano === undefined ? null : (check?.(nano) ?? null));
  return (
    <TextInput
      label={
        <>
          {label}
          <VisuallyHidden>({coin})</VisuallyHidden>
        </>
      }
      description={
        rate && nano !== undefined && nano > 0n ? (
          <>
            {description} {approximatePrice(nano, rate)}
          </>
        ) : (
          description
        )
      }
      value={typed}
      onChange={(event) => {
        setLeft(false);
        onChange(event.currentTarget.value);
      }}
      onBlur={() => setLeft(typed !== '')}
      error={(left || insist) && wrong}
      inputMode="decimal"
      autoComplete="off"
      data-autofocus={autoFocus || undefined}
      rightSection={
        <Text size="sm" c="dimmed" aria-hidden>
          {coin}
        </Text>
      }
      rightSectionWidth={52}
    />
  );
}
