import { describe, expect, it } from 'vitest';
import { Lifecycle } from '../../src/app/lifecycle.ts';

/** A lifecycle that records its steps and logs. */
function recorded(stepLimitMs?: number) {
  const done: string[] = [];
  const logged: unknown[] = [];
  const life = new Lifecycle({ error: (fields: object) => logged.push(fields) } as never, stepLimitMs);
  const use = (name: string, faults: { open?: Error; start?: Error; stop?: Error } = {}) => {
    const act = (what: keyof typeof faults) => async () => {
      done.push(`${what} ${name}`);
      if (faults[what]) throw faults[what];
    };
    life.use(name, { open: act('open'), start: act('start'), stop: act('stop') });
  };
  return { life, use, done, logged };
}

const fault = new Error('a fault');

describe('a lifecycle', () => {
  it('opens everything before anything starts, and stops in the reverse order', async () => {
    const { life, use, done } = recorded();
    use('a');
    use('b');
    expect(life.hasStarted).toBe(false);
    await life.start();
    expect(life.hasStarted).toBe(true);
    await life.stop();
    expect(done).toEqual(['open a', 'open b', 'start a', 'start b', 'stop b', 'stop a']);
  });

  it('stops once, for any number of requests', async () => {
    const { life, use, done } = recorded();
    use('a');
    await Promise.all([life.stop(), life.stop()]);
    await life.stop();
    expect(done).toEqual(['stop a']);
  });

  it('aborts its signal before the first part stops', async () => {
    const { life } = recorded();
    let wasAborted = false;
    life.use('a', {
      stop: () => {
        wasAborted = life.stopping.aborted;
      },
    });
    await life.stop();
    expect(wasAborted).toBe(true);
    const details = { headers: { 'Retry-After': expect.any(String) } };
    expect(life.stopping.reason).toMatchObject({ code: 'shutting_down', details });
  });

  it('releases all created parts when the construction fails', async () => {
    const { life, use, done } = recorded();
    const building = life.build(async () => {
      use('a');
      use('b');
      throw fault;
    });
    await expect(building).rejects.toBe(fault);
    expect(done).toEqual(['stop b', 'stop a']);
  });

  it.each(['open', 'start'] as const)('releases everything when a part does not %s', async (phase) => {
    const { life, use, done } = recorded();
    use('a');
    use('b', { [phase]: fault });
    use('c');
    await expect(life.start()).rejects.toBe(fault);
    expect(life.hasStarted).toBe(false);
    const before = phase === 'open' ? [] : ['open c', 'start a'];
    expect(done).toEqual([
      'open a',
      'open b',
      ...before,
      ...(phase === 'start' ? ['start b'] : []),
      'stop c',
      'stop b',
      'stop a',
    ]);
  });

  it('starts nothing more once it stops', async () => {
    const { life, use, done } = recorded();
    life.use('a', { open: () => void life.stop() });
    use('b');
    await expect(life.start()).rejects.toMatchObject({ code: 'shutting_down' });
    expect(done).toEqual(['stop b']);
  });

  it('stops the others when some cannot be stopped, and names those', async () => {
    const { life, use, done, logged } = recorded();
    use('a');
    use('b', { stop: fault });
    use('c');
    use('d', { stop: fault });
    await life.start();
    const error = await life.stop().catch((reason: unknown) => reason as AggregateError);
    expect(done.slice(-4)).toEqual(['stop d', 'stop c', 'stop b', 'stop a']);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).message).toContain('d, b');
    expect((error as AggregateError).errors).toMatchObject([
      { message: 'd', cause: fault },
      { message: 'b', cause: fault },
    ]);
    expect(logged).toMatchObject([
      { err: fault, step: 'd' },
      { err: fault, step: 'b' },
    ]);
  });

  it('does not wait forever for a part that hangs', async () => {
    const { life, use, done, logged } = recorded(20);
    let fail: (reason: Error) => void = () => {};
    use('a');
    life.use('b', {
      stop: () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        }),
    });
    await expect(life.stop()).rejects.toThrow('b');
    expect(done).toEqual(['stop a']);
    fail(fault);
    await expect.poll(() => logged.length).toBe(2);
    expect(logged[1]).toMatchObject({ err: fault });
  });

  it('throws the reason of the failed start, whatever fails during the cleanup', async () => {
    const { life, use, done, logged } = recorded();
    use('a');
    use('b', { start: fault, stop: new Error('another fault') });
    await expect(life.start()).rejects.toBe(fault);
    expect(done.at(-1)).toBe('stop a');
    expect(logged).toMatchObject([{ step: 'b' }]);
  });

  it('waits for a part that is still opening, and stops it too', async () => {
    const { life, use, done } = recorded();
    let opened: () => void = () => {};
    life.use('a', {
      open: () => new Promise<void>((resolve) => (opened = resolve)).then(() => done.push('open a')),
      stop: () => done.push('stop a'),
    });
    use('b');
    const starting = life.start();
    const stopping = life.stop();
    opened();
    await expect(starting).rejects.toMatchObject({ code: 'shutting_down' });
    await stopping;
    expect(done).toEqual(['open a', 'stop b', 'stop a']);
    expect(life.hasStarted).toBe(false);
  });
});
