import type { SelfTest } from '../../contract/dashboard-api/administration/diagnostics.ts';
import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import { toMessage } from '../../core/messages/message.ts';

export type CheckResult = SelfTest['checks'][number];
/** Readable result of a check and its remedy; null when no action is needed. */
export type Finding = Pick<CheckResult, 'result' | 'detail' | 'remedy'>;

/** One check of the self-test. */
export interface Check {
  id: string;
  title: ConstantMessageId;
  /**
   * Runs the check. An exception counts as an unexpected failure.
   * @param signal aborts it
   */
  run(signal: AbortSignal): Finding | Promise<Finding>;
}

type Text = ConstantMessageId | Message;

export const passed = (detail: Text): Finding => found('ok', detail);
export const skipped = (detail: Text): Finding => found('skipped', detail);
export const warning = (detail: Text, remedy: Text): Finding => found('warning', detail, remedy);
export const failed = (detail: Text, remedy: Text): Finding => found('failed', detail, remedy);

const found = (result: CheckResult['result'], detail: Text, remedy?: Text): Finding => ({
  result,
  detail: toMessage(detail),
  remedy: remedy === undefined ? null : toMessage(remedy),
});
