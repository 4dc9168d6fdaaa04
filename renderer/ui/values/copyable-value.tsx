import { Group, Text } from '@mantine/core';
import { shorten } from '../../lib/format/format.ts';
import { CopyButton } from './copy-button.tsx';

interface CopyableValueProps {
  value: string;
  /** What it is, as in “Copy the node address”. */
  what: string;
  /** Show only head and tail: for keys and addresses nobody reads in whole. */
  short?: boolean;
}

/** A key, address or URL beside a button that copies it whole. */
export function CopyableValue({ value, what, short = false }: CopyableValueProps) {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Text ff="monospace" fz={13} title={value} translate="no" style={{ overflowWrap: 'anywhere' }}>
        {short ? shorten(value) : value}
      </Text>
      <CopyButton text={value} what={what} />
    </Group>
  );
}
