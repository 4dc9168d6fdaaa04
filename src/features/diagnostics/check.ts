import type { SelfTest } from '../../contract/dashboard-api/administration/diagnostics.ts';

export type CheckResult = SelfTest['checks'][number];
/** Readable result of a check and its remedy; null when no action is needed. */
export type Finding = Pick<CheckResult, 'result' | 'detail' | 'remedy'>;

/** One check of the self-test. */
export interface Check {
  id: string;
  title: string;
  /**
   * Runs the check. An exception counts as an unexpected failure.
   * @param signal aborts it
   */
  run(signal: AbortSignal): Finding | Promise<Finding>;
}

export const fine = (detail: string): Finding => ({ result: 'ok', detail, remedy: null });
export const skipped = (detail: string): Finding => ({ result: 'skipped', detail, remedy: null });
export const warning = (detail: string, remedy: string): Finding => ({ result: 'warning', detail, remedy });
export const failed = (detail: string, remedy: string): Finding => ({ result: 'failed', detail, remedy });
