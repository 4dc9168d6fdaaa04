import { Table, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { t } from '../../lib/i18n/language.ts';
import classes from './endless-table.module.css';
import type { EndlessRows } from './virtual/use-endless-rows.ts';

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
  const label = t('common.loading');
  return (
    <>
      {rows.flatMap(({ index, key, above }) => [
        above > 0 && <Fragment key={`above ${spacers++}`}>{within(<SpacerRow height={above} />)}</Fragment>,
        <Fragment key={key}>
          {children(index) ?? within(<WaitingRow index={index} height={rowHeight} label={label} />)}
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

/** Stands in for a row until it is loaded. Of plain elements: whoever flings through a list sees little else. */
function WaitingRow({ index, height, label }: { index: number; height: number; label: string }) {
  return (
    <tr aria-rowindex={index + 2} style={{ height }}>
      <td className={classes.waiting}>
        <span className={classes.bar} role="img" aria-label={label} />
      </td>
    </tr>
  );
}
