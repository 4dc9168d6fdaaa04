import { expect, it } from 'vitest';
import { SerialChanges } from '../../../renderer/features/collections/entries/serial-changes.ts';

it('runs changes one by one, of waiting ones with the same name only the last', async () => {
  const ran: string[] = [];
  const idle = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const changes = new SerialChanges(() => {
    ran.push('idle');
    idle.resolve();
  });
  const change = (text: string) => async () => void ran.push(text);
  changes.add('a', () => first.promise.then(change('a 1')));
  changes.add('a', change('a 2'));
  changes.add('a', change('a 3'));
  changes.add('b', change('b 1'));
  changes.add('a', change('a 4'));
  expect(ran).toEqual([]);
  first.resolve();
  await idle.promise;
  expect(ran).toEqual(['a 1', 'a 3', 'b 1', 'a 4', 'idle']);
});
