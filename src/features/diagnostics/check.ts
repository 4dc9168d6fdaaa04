import type { SelfTest } from '../../contract/dashboard-api/diagnostics.ts';

export type CheckResult = SelfTest['checks'][number];
/** What a check found, for a person, and what to do about it; null where nothing is to be done. */
export type Finding = Pick<CheckResult, 'result' | 'detail' | 'remedy'>;

/** One thing that a node needs. */
export interface Check {
  id: string;
  title: string;
  /** May throw: then it failed for a reason that nobody thought of. @param signal ends it */
  run(signal: AbortSignal): Finding | Promise<Finding>;
}

export const fine = (detail: string): Finding => ({ result: 'ok', detail, remedy: null });
export const skipped = (detail: string): Finding => ({ result: 'skipped', detail, remedy: null });
export const warning = (detail: string, remedy: string): Finding => ({ result: 'warning', detail, remedy });
export const failed = (detail: string, remedy: string): Finding => ({ result: 'failed', detail, remedy });
