import type { SelfTest } from '../../../src/contract/local-network.ts';
import { formatCount, formatExactTime, formatNumberOf } from '../../lib/format.ts';

export type Check = SelfTest['checks'][number];

const results: Record<Check['result'], { label: string; color: string }> = {
  failed: { label: 'Failed', color: 'red' },
  warning: { label: 'Look at this', color: 'yellow' },
  ok: { label: 'Fine', color: 'green' },
  skipped: { label: 'Not checked', color: 'gray' },
};

export function resultWords(result: Check['result']): { label: string; color: string } {
  return results[result];
}

const order = Object.keys(results);

/** What needs attention first; else as the node gave them. */
export function byUrgency(checks: readonly Check[]): Check[] {
  return [...checks].sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
}

/** The outcome in a sentence. */
export function outcomeWords(checks: readonly Check[]): string {
  const count = (result: Check['result']) => checks.filter((check) => check.result === result).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  if (failed + warnings === 0) return 'Your node is in order.';
  return [
    failed > 0 && `${formatNumberOf(failed, 'check', 'checks')} of ${formatCount(checks.length)} failed`,
    warnings > 0 && `${formatNumberOf(warnings, 'thing', 'things')} to look at`,
  ]
    .filter((part) => part !== false)
    .join(', ')
    .concat('.');
}

/** The whole outcome as a text, to be sent to whoever helps. */
export function selfTestText({ checked_at: at, checks }: SelfTest): string {
  const lines = byUrgency(checks).flatMap(({ title, result, detail, remedy }) => [
    `${results[result].label}: ${title}`,
    `  ${detail}`,
    ...(remedy === null ? [] : [`  What to do: ${remedy}`]),
  ]);
  return [`Alcove, checked ${formatExactTime(at)}. ${outcomeWords(checks)}`, ...lines, ''].join('\n');
}
