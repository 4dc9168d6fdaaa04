import type { SelfTest } from '../../../src/contract/dashboard-api/administration/diagnostics.ts';
import { formatExactTime } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { messageText } from '../../lib/i18n/node-messages.ts';

export type Check = SelfTest['checks'][number];

/** `waiting`: the check is still running. */
export type CheckResult = Check['result'] | 'waiting';

const colors: Record<CheckResult, string> = {
  failed: 'red',
  warning: 'yellow',
  ok: 'green',
  skipped: 'gray',
  waiting: 'gray',
};

export function resultLabel(result: CheckResult): { label: string; color: string } {
  return { label: t(`peers.selfTest.results.${result}`), color: colors[result] };
}

/** The checks of this version of the node. */
const known = [
  'clock',
  'dashboard',
  'database',
  'key',
  'names',
  'node_api',
  'peers',
  'ports',
  'practice',
  'public_role',
  'space',
  'storage_folder',
  'store',
  'version',
] as const;

/** Returns the title of a check; the node's own title for an unknown check. */
export function titleLabel({ id, title }: Check): string {
  const name = known.find((each) => each === id);
  return name === undefined ? title : t(`peers.selfTest.titles.${name}`);
}

const order = Object.keys(colors);

/** Returns the checks with problems first; otherwise in the order of the node. */
export function byUrgency(checks: readonly Check[]): Check[] {
  return [...checks].sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
}

/** Returns a sentence about the result. */
export function outcomeLabel(checks: readonly Check[]): string {
  const count = (result: Check['result']) => checks.filter((check) => check.result === result).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  if (failed + warnings === 0) return t('peers.selfTest.inOrder');
  return [
    failed > 0 && t('peers.selfTest.failed', { count: failed, total: checks.length }),
    warnings > 0 && t('peers.selfTest.noteworthy', { count: warnings }),
  ]
    .filter((part) => part !== false)
    .join(', ')
    .concat('.');
}

/** Returns the result as text for support. */
export function selfTestText({ checked_at: at, checks }: SelfTest): string {
  const lines = byUrgency(checks).flatMap((check) => [
    t('common.labelled', { label: resultLabel(check.result).label, value: titleLabel(check) }),
    `  ${messageText(check.detail)}`,
    ...(check.remedy === null
      ? []
      : [`  ${t('peers.selfTest.textRemedy', { remedy: messageText(check.remedy) })}`]),
  ]);
  const heading = t('peers.selfTest.textHead', { time: formatExactTime(at), outcome: outcomeLabel(checks) });
  return [heading, ...lines, ''].join('\n');
}
