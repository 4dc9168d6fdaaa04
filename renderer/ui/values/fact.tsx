import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows a value with its label, in a DataList. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {children}
      </DataList.ItemValue>
    </DataList.Item>
  );
}
