import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FrameGuard } from '../../../renderer/features/viewer-frame/frame-guard.ts';
import type { FromViewer } from '../../../renderer/viewer/messages.ts';

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);

/** A watch over a frame that answers, or does not. */
function watched({ answers = true, visible = true } = {}) {
  const ends: string[] = [];
  const heard: FromViewer[] = [];
  const frame = { answers, visible };
  const guard: FrameGuard = new FrameGuard({
    ping: () => frame.answers && guard.hear(() => ({ kind: 'alive' })),
    isVisible: () => frame.visible,
    onMessage: (message) => heard.push(message),
    onEnd: (end) => ends.push(end),
  });
  return { guard, frame, ends, heard };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('keeps a frame that shows something and answers', () => {
  const { guard, ends, heard } = watched();
  guard.hear(() => ({ kind: 'shown' }));
  seconds(3600);
  expect(ends).toEqual([]);
  expect(heard).toEqual([{ kind: 'shown' }]);
  guard.stop();
});

test('ends a silent frame, once', () => {
  const { guard, frame, ends } = watched();
  guard.hear(() => ({ kind: 'shown' }));
  seconds(60);
  frame.answers = false;
  seconds(60);
  expect(ends).toEqual(['silent']);
});

test('ends a frame that answers and shows nothing, but not while the page is hidden', () => {
  const { frame, ends } = watched({ visible: false });
  seconds(3600);
  expect(ends).toEqual([]);
  frame.visible = true;
  seconds(25);
  expect(ends).toEqual(['slow']);
});

test('ends a frame that is loaded again and shows nothing more', () => {
  const { guard, ends } = watched();
  for (const kind of ['ready', 'shown', 'ready']) guard.hear(() => ({ kind }));
  seconds(60);
  expect(ends).toEqual(['slow']);
});

test('ends a frame that sends too much, and reads nothing after that', () => {
  const { guard, ends, heard } = watched();
  let read = 0;
  for (let n = 0; n < 20_000; n += 1) {
    guard.hear(() => {
      read += 1;
      return { kind: 'renew' };
    });
  }
  expect(ends).toEqual(['flood']);
  expect(read).toBeLessThan(100);
  expect(heard).toHaveLength(read);
});

test('drops invalid messages, which do not count as an answer', () => {
  const { guard, frame, ends, heard } = watched({ answers: false });
  const hostile = { kind: 'shown', pages: { shown: 1, total: 'many' } };
  for (const data of [null, undefined, 0, 'ready', [], {}, hostile]) guard.hear(() => data);
  expect(heard).toEqual([]);
  frame.visible = false;
  for (let n = 0; n < 20; n += 1) {
    guard.hear(() => ({ kind: 'nonsense' }));
    seconds(1);
  }
  expect(ends).toEqual(['silent']);
});
