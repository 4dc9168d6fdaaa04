import { expect, it } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.ts';

interface Events {
  'file.added': [name: string, size: number];
  'node.moved': [];
}

function openBus() {
  const logged: object[] = [];
  return { bus: new EventBus<Events>({ error: (fields: object) => logged.push(fields) } as never), logged };
}

it('delivers events at once, in the order in which handlers were added', () => {
  const { bus } = openBus();
  const heard: unknown[] = [];
  bus.on('file.added', (name, size) => heard.push(['first', name, size]));
  bus.on('file.added', (name) => heard.push(['second', name]));
  bus.on('node.moved', () => heard.push('moved'));
  bus.emit('file.added', 'a.txt', 3);
  expect(heard).toEqual([
    ['first', 'a.txt', 3],
    ['second', 'a.txt'],
  ]);
});

it('logs handlers that fail, synchronously or later, and calls the others', async () => {
  const { bus, logged } = openBus();
  const heard: string[] = [];
  const [now, later] = [new Error('at once'), new Error('later')];
  bus.on('node.moved', () => {
    throw now;
  });
  bus.on('node.moved', async () => {
    await Promise.resolve();
    throw later;
  });
  bus.on('node.moved', () => heard.push('moved'));
  bus.emit('node.moved');
  expect(heard).toEqual(['moved']);
  await expect
    .poll(() => logged)
    .toMatchObject([
      { err: now, event: 'node.moved' },
      { err: later, event: 'node.moved' },
    ]);
});
