import { Text, TextInput, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { parseTon } from '../../lib/format/ton.ts';

const unit = 'TON';

interface TonFieldProps {
  label: string;
  description?: ReactNode;
  typed: string;
  onChange(typed: string): void;
  /** What is wrong with an amount that can be read, such as that it is too small. */
  check?: (nano: bigint) => string | null;
  autoFocus?: boolean;
  /** Says what is wrong also where nothing was typed yet. */
  insist?: boolean;
}

/** What is typed into a field, in nanoTON; null where it is no amount, or not one that is allowed. */
export function readTon(typed: string, check: TonFieldProps['check'] = () => null): bigint | null {
  const { nano } = parseTon(typed);
  return nano === undefined || check(nano) !== null ? null : nano;
}

/** An amount of TON, with a comma or a point. What is wrong with it is said once it was left. */
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
  const wrong = problem ?? (nano === undefined ? null : (check?.(nano) ?? null));
  return (
    <TextInput
      label={
        <>
          {label}
          <VisuallyHidden>({unit})</VisuallyHidden>
        </>
      }
      description={description}
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
          {unit}
        </Text>
      }
      rightSectionWidth={52}
    />
  );
}
