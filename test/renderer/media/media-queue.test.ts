import { describe, expect, it } from 'vitest';
import { MediaQueue } from '../../../renderer/features/media/media-queue.ts';

const task = (id: string) => ({ id, contentType: 'image/png', size: 1 });

/** A queue, and the ids of what runs in it. */
function queue() {
  const mediaQueue = new MediaQueue();
  return { queue: mediaQueue, running: () => mediaQueue.running().map(({ id }) => id) };
}

describe('contents whose pictures are made', () => {
  it('are two at a time, those on the screen first, and the newest of the rest next', () => {
    const { queue: all, running } = queue();
    all.add(['a', 'b', 'c', 'd', 'e'].map(task));
    expect(running()).toEqual(['a', 'b']);
    all.prioritise(task('d'));
    all.prioritise(task('x'));
    expect(running()).toEqual(['a', 'b']);
    all.finish('b');
    expect(running()).toEqual(['a', 'd']);
    all.finish('a');
    expect(running()).toEqual(['d', 'x']);
    all.finish('d');
    all.finish('x');
    expect(running()).toEqual(['c', 'e']);
    expect(all.waiting).toBe(0);
  });

  it('lose their preference with their place on the screen', () => {
    const { queue: all, running } = queue();
    all.add(['a', 'b', 'c', 'd'].map(task));
    const hide = all.prioritise(task('d'));
    hide();
    all.finish('a');
    expect(running()).toEqual(['b', 'c']);
    const hideUnknown = all.prioritise(task('y'));
    hideUnknown();
    all.finish('b');
    all.finish('c');
    expect(running()).toEqual(['d']);
  });

  it('are started once, whether they were made or not', () => {
    const { queue: all, running } = queue();
    all.prioritise(task('a'));
    all.finish('a');
    all.prioritise(task('a'));
    all.add([task('a')]);
    expect(running()).toEqual([]);
  });

  it('are tried again alone when one of two does not answer, because they share a process', () => {
    const { queue: all, running } = queue();
    all.add(['a', 'b', 'c', 'd'].map(task));
    expect(all.timeOut('a')).toBe(true);
    expect(running()).toEqual(['b']);
    all.prioritise(task('v'));
    expect(running(), 'what is on the screen does not wait').toEqual(['b', 'v']);
    expect(all.timeOut('b')).toBe(true);
    all.finish('v');
    expect(running()).toEqual(['a']);
    expect(all.timeOut('a'), 'it is the cause itself').toBe(false);
    expect(running()).toEqual(['b']);
    all.prioritise(task('w'));
    expect(running(), 'nothing starts beside it').toEqual(['b']);
    all.finish('b');
    expect(running()).toEqual(['w', 'c']);
  });

  it('do not start while the queue is paused', () => {
    const { queue: all, running } = queue();
    all.add(['a', 'b', 'c', 'd'].map(task));
    all.pause();
    all.prioritise(task('v'));
    all.finish('a');
    expect(running()).toEqual(['b']);
    all.resume();
    expect(running()).toEqual(['b', 'v']);
  });

  it('take the slot of the one that ended', () => {
    const { queue: all } = queue();
    const slots = () => all.running().map(({ id, slot }) => `${id} ${slot}`);
    all.add(['a', 'b', 'c', 'd'].map(task));
    expect(slots()).toEqual(['a 0', 'b 1']);
    all.finish('a');
    expect(slots()).toEqual(['b 1', 'c 0']);
    all.timeOut('b');
    all.finish('c');
    all.finish('d');
    expect(slots()).toEqual(['b 0']);
  });

  it('notify subscribers when other contents run', () => {
    const { queue: all } = queue();
    let changes = 0;
    const stop = all.subscribe(() => {
      changes += 1;
    });
    all.add(['a', 'b', 'c'].map(task));
    expect(changes).toBe(1);
    const before = all.running();
    all.finish('a');
    expect(all.running()).not.toBe(before);
    expect(changes).toBe(2);
    stop();
    all.finish('b');
    expect(changes).toBe(2);
  });
});
