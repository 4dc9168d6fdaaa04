import { Button, ScrollArea, Table } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { type ChartTimes, spanLabel } from './chart-time.ts';

/** A named amount of one span. */
export interface ChartFact {
  name: string;
  value: string;
}

interface ChartTableProps {
  name: string;
  times: ChartTimes;
  facts: (index: number) => readonly ChartFact[] | undefined;
}

interface Row {
  first: number;
  last: number;
  facts: readonly ChartFact[] | undefined;
}

/** Returns the rows, newest first; consecutive spans without amounts are merged. */
function rowsOf({ starts }: ChartTimes, facts: ChartTableProps['facts']): Row[] {
  const rows: Row[] = [];
  starts.forEach((_, index) => {
    const amounts = facts(index);
    const before = rows.at(-1);
    if (before && !before.facts && !amounts) before.last = index;
    else rows.push({ first: index, last: index, facts: amounts });
  });
  return rows.reverse();
}

/** Shows the amounts of a chart as a table after a click on its button. */
export function ChartTable({ name, times, facts }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button
        size="compact-xs"
        variant="transparent"
        px={0}
        aria-expanded={isOpen}
        aria-label={t(isOpen ? 'monitoring.table.hideNamed' : 'monitoring.table.showNamed', { name })}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'monitoring.table.hide' : 'monitoring.table.show')}
      </Button>
      {isOpen && <OpenTable name={name} times={times} facts={facts} />}
    </div>
  );
}

function OpenTable({ name, times, facts }: ChartTableProps) {
  const rows = rowsOf(times, facts);
  const names = rows.find((row) => row.facts)?.facts?.map((fact) => fact.name) ?? [];
  return (
    <ScrollArea.Autosize
      mah="18rem"
      mt="xs"
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': name }}
    >
      <Table verticalSpacing={4} horizontalSpacing="xs" stickyHeader aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('monitoring.table.time')}</Table.Th>
            {names.map((each) => (
              <Table.Th key={each} ta="end">
                {each}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.first}>
              <Table.Th scope="row" fw={400} miw="8rem">
                {spanLabel(times, row.first, row.last)}
              </Table.Th>
              {row.facts?.map(({ name: column, value }) => (
                <Table.Td key={column} ta="end">
                  {value}
                </Table.Td>
              )) ?? (
                <Table.Td colSpan={names.length} c="dimmed">
                  {t('monitoring.notRunning')}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
