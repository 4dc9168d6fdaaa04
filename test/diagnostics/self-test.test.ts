import { describe, expect, it } from 'vitest';
import { selfTest } from '../../src/contract/dashboard-api/administration/diagnostics.ts';
import { message } from '../../src/contract/messages/message.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import { type Check, passed } from '../../src/features/diagnostics/check.ts';
import { SelfTest } from '../../src/features/diagnostics/self-test.ts';

const testOf = (...checks: Check[]) =>
  new SelfTest({ checks: () => checks, clock: Date.now, logger: createLogger('silent'), limitMs: 50 });
const check = (id: string, run: Check['run']): Check => ({ id, title: 'diagnostics.clock', run });

describe('the self-test', () => {
  it('ends although one check never does, and reports the others', async () => {
    const signals: AbortSignal[] = [];
    const answer = await testOf(
      check('quick', () => passed('diagnostics.databaseWorks')),
      check('never', (signal) => {
        signals.push(signal);
        return new Promise(() => {});
      }),
    ).run();
    expect(selfTest.parse(answer).checks).toMatchObject([
      { id: 'quick', result: 'ok', remedy: null },
      { id: 'never', result: 'failed', remedy: { reason: 'diagnostics.checkTimedOutRemedy' } },
    ]);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('counts a check that throws as failed, and shows no internal details', async () => {
    const { checks } = await testOf(
      check('broken', () => {
        throw new Error('SELECT secret FROM /home/user');
      }),
      check('rejected', () => Promise.reject(new Error('SELECT secret'))),
    ).run();
    expect(checks.map(({ result }) => result)).toEqual(['failed', 'failed']);
    expect(JSON.stringify(checks)).not.toMatch(/SELECT|home/);
  });

  it('runs once for concurrent requests, and again for later ones', async () => {
    let runs = 0;
    const test = testOf(check('counted', () => passed(message('diagnostics.spaceLeft', { left: ++runs }))));
    await Promise.all([test.run(), test.run(), test.run()]);
    expect(runs).toBe(1);
    await test.run();
    expect(runs).toBe(2);
  });
});
