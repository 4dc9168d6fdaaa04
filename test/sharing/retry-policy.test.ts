import { describe, expect, it } from 'vitest';
import { foreignText } from '../../src/core/messages/message.ts';
import { NodeError } from '../../src/core/node-error.ts';
import { RemoteProblem } from '../../src/features/public-nodes/remote-problem.ts';
import { AccessError } from '../../src/features/public-nodes/wallet-sign-in.ts';
import { decideRetry, isPermanent, NotStoredYet } from '../../src/features/sharing/retry-policy.ts';
import { UploadMeters } from '../../src/features/sharing/transfers/upload-meters.ts';
import { PeerError } from '../../src/platform/net/failures/peer-error.ts';

const first = { consecutive: 1, withoutProgress: 0 };
const refusal = (status: number, code = '') =>
  new RemoteProblem(status, { code, detail: 'Because.', current_size: undefined });
const delayOf = (error: unknown, failures = first) => decideRetry(error, failures).delayMs;

describe('the decision after a failure', () => {
  it('retries an unreachable node without end, with increasing pauses of up to ten minutes', () => {
    const delays = [1, 2, 3, 9, 10, 500].map((consecutive) =>
      delayOf(new PeerError('refused'), { consecutive, withoutProgress: 0 }),
    );
    expect(delays).toEqual([2000, 4000, 8000, 512_000, 600_000, 600_000]);
  });

  it('keeps a pause that a node asks for', () => {
    const error = new PeerError('rate_limited', undefined, { retryAfterMs: 1_200_000 });
    expect(delayOf(error)).toBe(1_200_000);
  });

  it('repeats a removal for longer than an answer takes, but not forever', () => {
    let waited = 0;
    for (let consecutive = 1; ; consecutive += 1) {
      const delay = delayOf(new NotStoredYet(), { consecutive, withoutProgress: 0 });
      if (delay === undefined) break;
      waited += delay;
    }
    expect(waited).toBeGreaterThan(300_000);
    expect(waited).toBeLessThan(600_000);
  });

  it('limits a pause of centuries to an hour', () => {
    for (const retryAfterMs of [1e13, Number.POSITIVE_INFINITY]) {
      expect(delayOf(new PeerError('rate_limited', undefined, { retryAfterMs }))).toBe(3_600_000);
    }
  });

  it('gives up a node with invalid answers after five attempts', () => {
    const error = new PeerError('invalid_answer');
    expect(delayOf(error, { consecutive: 4, withoutProgress: 0 })).toBeDefined();
    expect(delayOf(error, { consecutive: 5, withoutProgress: 0 })).toBeUndefined();
  });

  it.each([
    [400, 'sharing.refused'],
    [403, 'sharing.refused'],
    [410, 'sharing.fileRefused'],
    [413, 'sharing.tooLarge'],
    [507, 'sharing.insufficientStorage'],
  ])('treats a refusal with status %i as final (%s), with the message of the node', (status, reason) => {
    const decision = decideRetry(refusal(status), first);
    expect(decision.delayMs).toBeUndefined();
    expect(decision.message).toMatchObject({
      reason: 'sharing.quoted',
      params: { what: { reason }, text: 'Because.' },
    });
    expect(isPermanent(refusal(status))).toBe(status === 410 || status === 413);
  });

  it.each([408, 409, 500, 503])('retries after status %i', (status) => {
    expect(delayOf(refusal(status))).toBe(2000);
  });

  it('sends bytes that changed or were lost in transit again, five times', () => {
    for (const code of ['digest_mismatch', 'upload_not_found']) {
      expect(delayOf(refusal(400, code))).toBe(2000);
      expect(delayOf(refusal(400, code), { consecutive: 5, withoutProgress: 0 })).toBeUndefined();
    }
  });

  it('does not retry a file that cannot be read here', () => {
    expect(delayOf(new NodeError('content_damaged', foreignText('Damaged.')))).toBeUndefined();
  });

  it('waits for a missing sign-in', () => {
    expect(delayOf(new AccessError(foreignText('Sign in.')), { consecutive: 99, withoutProgress: 0 })).toBe(
      3_600_000,
    );
  });

  it('logs only unexpected errors as faults of the program', () => {
    expect(decideRetry(new TypeError('x'), first).isUnexpected).toBe(true);
    for (const error of [new PeerError('tls'), refusal(500), new AccessError(foreignText(''))]) {
      expect(decideRetry(error, first).isUnexpected).toBeUndefined();
    }
  });

  it('sends the same bytes in vain at most ten times', () => {
    const meters = new UploadMeters();
    const tries = Array.from({ length: 10 }, (_, index) => {
      meters.recordSent('one', 1000);
      return delayOf(new PeerError('unreachable'), {
        consecutive: index + 1,
        withoutProgress: meters.recordFailure('one'),
      });
    });
    expect(tries.findIndex((delay) => delay === undefined)).toBe(9);
    meters.recordStored('one', 1);
    meters.recordSent('one', 1000);
    expect(meters.recordFailure('one')).toBe(1);
    // Without sent bytes, nothing counts.
    expect(meters.recordFailure('one')).toBe(1);
    expect(meters.recordFailure('other')).toBe(0);
  });
});
