import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import {
  AccessError,
  quoteRemote,
  RemoteProblem,
  retryPauseMs,
  unexpectedErrorMessage,
} from '../public-nodes/index.ts';
import { KeyNotDeposited } from './encrypted-shares.ts';

/** Pause in milliseconds where a sign-in is missing. */
const accessPauseMs = 60 * 60_000;
/** Pause after a host refused a picture or preview, whose share nobody sees and can repeat. */
export const companionPauseMs = 24 * 60 * 60_000;
/** Limit of consecutive invalid responses of a node. */
const maxInvalidResponses = 5;

/** Limit of consecutive attempts that sent bytes without progress. */
const maxWithoutProgress = 10;

/** Limit of checks for a content that the node may still be storing; together they take longer than a response may. */
const maxChecks = 9;

/** A node does not have the content to remove, but received all its bytes and may be storing it. */
export class NotStoredYet extends Error {
  override readonly name = 'NotStoredYet';
}

/** Decision about retrying after a failure, with the message for the person. */
export interface RetryDecision {
  /** Pause before the next attempt; undefined: retries are useless. */
  delayMs: number | undefined;
  message: Message;
  /** Whether the error is logged. */
  isUnexpected?: true;
}

/** Numbers of consecutive failed attempts, including this one: all, and those that sent bytes without progress. */
export interface FailureCounts {
  consecutive: number;
  withoutProgress: number;
}

/** Decides whether and when a failed transfer is tried again. */
export function decideRetry(error: unknown, { consecutive, withoutProgress }: FailureCounts): RetryDecision {
  const decision = decideForError(error, consecutive);
  if (decision.delayMs === undefined || withoutProgress < maxWithoutProgress) return decision;
  return { ...decision, delayMs: undefined };
}

function decideForError(error: unknown, failures: number): RetryDecision {
  if (error instanceof NotStoredYet) {
    const delayMs = failures < maxChecks ? retryPauseMs(failures) : undefined;
    return { delayMs, message: message('sharing.mayStillStore') };
  }
  if (error instanceof KeyNotDeposited) {
    return { delayMs: error.isFinal ? undefined : retryPauseMs(failures), message: error.text };
  }
  if (error instanceof AccessError) return { delayMs: accessPauseMs, message: error.text };
  if (error instanceof PeerError) {
    const isInvalid = error.code === 'invalid_answer' || error.code === 'not_a_node';
    const isOver = isInvalid && failures >= maxInvalidResponses;
    const delayMs = isOver ? undefined : retryPauseMs(failures, error.details.retryAfterMs);
    return { delayMs, message: error.explanation };
  }
  if (error instanceof RemoteProblem) return decideForProblem(error, failures);
  if (error instanceof NodeError) {
    return { delayMs: undefined, message: message('sharing.cannotSend', { why: error.text }) };
  }
  const delayMs = failures < maxInvalidResponses ? retryPauseMs(failures) : undefined;
  return { delayMs, message: unexpectedErrorMessage, isUnexpected: true };
}

/** Returns whether the node itself refused the content; a proxy in front of it may answer wrongly. */
export const isRefusedByNode = (error: unknown): boolean =>
  error instanceof RemoteProblem && (error.status < 500 || error.status === 507);

/** Returns whether bytes are missing here, or too large or blocked there. */
export const isPermanent = (error: unknown): boolean =>
  error instanceof NodeError ||
  (error instanceof RemoteProblem && (error.status === 413 || error.status === 410));

/** Returns whether the same request may succeed later. */
export const isRetryable = ({ status }: RemoteProblem): boolean =>
  status >= 500 || status === 409 || status === 408;

/** Messages of refusals after which retries are useless, by status. */
const finalRefusals: Readonly<Record<number, ConstantMessageId>> = {
  507: 'sharing.insufficientStorage',
  413: 'sharing.tooLarge',
  410: 'sharing.fileRefused',
};

function decideForProblem(refusal: RemoteProblem, failures: number): RetryDecision {
  const { status, message: text } = refusal;
  const refused = finalRefusals[status];
  if (refused) return { delayMs: undefined, message: quoteRemote(refused, text) };
  if (isRetryable(refusal))
    return { delayMs: retryPauseMs(failures), message: quoteRemote('sharing.retriedLater', text) };
  // The received bytes differ or were lost, so the upload starts again.
  const isLost = refusal.code === 'digest_mismatch' || refusal.code === 'upload_not_found';
  const delayMs = isLost && failures < maxInvalidResponses ? retryPauseMs(failures) : undefined;
  return { delayMs, message: quoteRemote('sharing.refused', text) };
}
