import { Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { t } from '../lib/language.ts';
import type { EndlessRows } from '../lib/use-endless-rows.ts';
import classes from './endless-table.module.css';

interface EndlessBodyProps {
  list: EndlessRows;
  /** One row; null while it is not loaded. */
  children(index: number): ReactNode;
}

/** The rows of an endless table that are in sight, with room for all others. */
export function EndlessBody(props: EndlessBodyProps) {
  return <Table.Tbody>{piecesOf(props)}</Table.Tbody>;
}

/** The same where each row is a group: a `tbody` of its own. */
export function EndlessGroups(props: EndlessBodyProps) {
  return piecesOf(props, (row) => <Table.Tbody>{row}</Table.Tbody>);
}

function piecesOf(
  { list: { rows, below, rowHeight }, children }: EndlessBodyProps,
  within: (row: ReactNode) => ReactNode = (row) => row,
): ReactNode {
  let spacers = 0;
  return (
    <>
      {rows.flatMap(({ index, key, above }) => [
        above > 0 && <Fragment key={`above ${spacers++}`}>{within(<SpacerRow height={above} />)}</Fragment>,
        <Fragment key={key}>
          {children(index) ?? within(<WaitingRow index={index} height={rowHeight} />)}
        </Fragment>,
      ])}
      {below > 0 && within(<SpacerRow height={below} />)}
    </>
  );
}

/** Tells of rows that are too far down for a window to scroll to. */
export function EndlessRest({ list: { tooFar } }: { list: EndlessRows }) {
  if (tooFar === 0) return null;
  return (
    <Text size="sm" c="dimmed" ta="center" p="md">
      {t('common.searchForRest', { count: tooFar })}
    </Text>
  );
}

/** Takes the room of the rows that are out of sight. One cell is enough, and spans no column hidden on small screens. */
function SpacerRow({ height }: { height: number }) {
  return (
    <tr aria-hidden className={classes.spacer}>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

/** Stands in for a row until it is loaded. */
function WaitingRow({ index, height }: { index: number; height: number }) {
  return (
    <Table.Tr aria-rowindex={index + 2} h={height}>
      <Table.Td>
        <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
        <Skeleton height={12} width="60%" />
      </Table.Td>
    </Table.Tr>
  );
}
