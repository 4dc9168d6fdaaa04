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
  return { label: t(`diagnostics.results.${result}`), color: colors[result] };
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
  if (failed + warnings === 0) return t('diagnostics.inOrder');
  return [
    failed > 0 && t('diagnostics.failed', { count: failed, total: checks.length }),
    warnings > 0 && t('diagnostics.noteworthy', { count: warnings }),
  ]
    .filter((part) => part !== false)
    .join(', ')
    .concat('.');
}

/** Returns the result as text for support. */
export function selfTestText({ checked_at: at, checks }: SelfTest): string {
  const lines = byUrgency(checks).flatMap((check) => [
    t('common.labelled', { label: resultLabel(check.result).label, value: messageText(check.title) }),
    `  ${messageText(check.detail)}`,
    ...(check.remedy === null
      ? []
      : [`  ${t('diagnostics.textRemedy', { remedy: messageText(check.remedy) })}`]),
  ]);
  const heading = t('diagnostics.textHead', { time: formatExactTime(at), outcome: outcomeLabel(checks) });
  return [heading, ...lines, ''].join('\n');
}
