import { Group, Text } from '@mantine/core';
import { shorten } from '../../lib/format/format.ts';
import { CopyButton } from './copy-button.tsx';

interface CopyableValueProps {
  value: string;
  /** Name of the value, as in “Copy the node address”. */
  valueName: string;
  /** Whether only head and tail are shown, for keys and addresses. */
  short?: boolean;
}

/** Shows a key, address or URL with a button that copies the whole value. */
export function CopyableValue({ value, valueName, short = false }: CopyableValueProps) {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Text ff="monospace" fz={13} title={value} translate="no" style={{ overflowWrap: 'anywhere' }}>
        {short ? shorten(value) : value}
      </Text>
      <CopyButton text={value} valueName={valueName} />
    </Group>
  );
}
