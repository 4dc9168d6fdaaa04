import { NodeError } from '../../core/node-error.ts';
import { LONGEST_MS } from '../../platform/net/backoff.ts';
import { PeerError } from '../../platform/net/failures.ts';
import { KeyNotDeposited } from './encrypted-shares.ts';
import { AccessError, itSays } from './open-session.ts';
import { Refusal } from './refusal.ts';

const firstPauseMs = 2_000;
export const longestPauseMs = 10 * 60_000;
/** Until somebody signs in, or may sign in again. */
const accessPauseMs = 60 * 60_000;
/** A node that answers nonsense so often in a row is left alone. */
const mostSenseless = 5;

/** Sending the same bytes again and again helps nobody. */
const mostInVain = 10;

/** So often a node is asked for what it may still be storing: for longer than it has time to answer. */
const mostLooks = 9;

/** A node does not have what is to be taken back, but got all of it and may be storing it. */
export class NotThereYet extends Error {
  override readonly name = 'NotThereYet';
}

/** What a failure means: when to try again, if at all, and what to tell the person. */
export interface Setback {
  /** Milliseconds; undefined: trying again is of no use. */
  delay: number | undefined;
  message: string;
  /** Nobody thought of this. */
  isBug?: true;
}

/** @param askedForMs counts when it is longer, up to an hour: a timer cannot wait for ever */
const pauseMs = (failures: number, askedForMs = 0): number =>
  Math.max(
    Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20)),
    Math.min(LONGEST_MS, askedForMs),
  );

const isSenseless = ({ code }: PeerError): boolean => code === 'invalid_answer' || code === 'not_a_node';

/** What came before, this failure included: tries in a row, and those in which bytes went out and none stayed. */
export interface Failures {
  inARow: number;
  inVain: number;
}

export function setbackOf(error: unknown, { inARow, inVain }: Failures): Setback {
  const setback = reasonOf(error, inARow);
  if (setback.delay === undefined || inVain < mostInVain) return setback;
  return { ...setback, delay: undefined };
}

function reasonOf(error: unknown, failures: number): Setback {
  if (error instanceof NotThereYet) {
    return {
      delay: failures < mostLooks ? pauseMs(failures) : undefined,
      message:
        'The node had got all of it and may still be storing it. For some minutes it is asked again to remove it.',
    };
  }
  if (error instanceof KeyNotDeposited) {
    return { delay: error.isFinal ? undefined : pauseMs(failures), message: error.message };
  }
  if (error instanceof AccessError) return { delay: accessPauseMs, message: error.message };
  if (error instanceof PeerError) {
    const isOver = isSenseless(error) && failures >= mostSenseless;
    const delay = isOver ? undefined : pauseMs(failures, error.details.retryAfterMs);
    return { delay, message: `${error.message} ${error.remedy}` };
  }
  if (error instanceof Refusal) return setbackOfRefusal(error, failures);
  if (error instanceof NodeError) {
    return { delay: undefined, message: `This node cannot send it. ${error.message}` };
  }
  const isOver = failures >= mostSenseless;
  return {
    delay: isOver ? undefined : pauseMs(failures),
    message: 'Something went wrong in this node; its log says more.',
    isBug: true,
  };
}

/** Whether a node has refused what it was sent, so that it is not storing it; what is in front of a node may be wrong. */
export const isFinal = (error: unknown): boolean =>
  error instanceof Refusal && (error.status < 500 || error.status === 507);

function setbackOfRefusal(refusal: Refusal, failures: number): Setback {
  const { status, message } = refusal;
  if (status === 507) return { delay: undefined, message: `The node has no room for it.${itSays(message)}` };
  if (status === 413) {
    return { delay: undefined, message: `The file is too large for that node.${itSays(message)}` };
  }
  if (status === 410) {
    return { delay: undefined, message: `That node’s operator does not take this file.${itSays(message)}` };
  }
  const mayChange = status >= 500 || status === 409 || status === 408;
  if (mayChange) {
    return {
      delay: pauseMs(failures),
      message: `The node cannot do it now; it is tried again.${itSays(message)}`,
    };
  }
  // What arrived was not what was sent, or the node lost it: from the beginning.
  const isLost = refusal.code === 'digest_mismatch' || refusal.code === 'upload_not_found';
  const delay = isLost && failures < mostSenseless ? pauseMs(failures) : undefined;
  return { delay, message: `The node refused.${itSays(message)}` };
}
