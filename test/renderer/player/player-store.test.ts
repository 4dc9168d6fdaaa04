import { beforeEach, expect, test } from 'vitest';
import {
  type Position,
  PositionRecorder,
} from '../../../renderer/features/player/effects/position-recorder.ts';
import { currentTrack, isAudible, trackAhead } from '../../../renderer/features/player/model/player-state.ts';
import { PlayerStore } from '../../../renderer/features/player/model/player-store.ts';
import { readPlayer, writePlayer } from '../../../renderer/features/player/model/stored-player.ts';
import { browserStorage } from '../../../renderer/lib/session/page-storage.ts';

const contents = (ids: string) =>
  [...ids].map((id) => ({ id, title: id, artist: '', contentType: 'audio/wav', pictureUrl: null }));

let store: PlayerStore;
const current = () => currentTrack(store.state())?.content.id;
const key = () => store.state().queue.current ?? 0;

beforeEach(() => {
  browserStorage.remove('alcove.player');
  store = new PlayerStore(readPlayer());
});

/** As the frame reports it: the current track is over, and the next one plays if it was loaded ahead. */
const end = (next: number | null) => store.hear({ kind: 'ended', key: key(), next });

test('makes a track that the frame had loaded ahead current without another load', () => {
  store.play(contents('abc'));
  const { loadId, startId } = store.state();
  end(trackAhead(store.state())?.key ?? null);
  expect(current()).toBe('b');
  expect(store.state()).toMatchObject({ loadId, startId: startId + 1, isReady: true, isPlaying: true });
});

test('loads the expected track instead of another one', () => {
  store.play(contents('abc'));
  const stale = trackAhead(store.state())?.key ?? 0;
  store.remove(stale);
  const { loadId } = store.state();
  end(stale);
  expect(current()).toBe('c');
  expect(store.state().loadId).toBe(loadId + 1);
});

test('ignores reports about another track', () => {
  store.play(contents('ab'));
  const before = store.state();
  store.hear({ kind: 'time', key: 999, time: 5, duration: 10 });
  store.hear({ kind: 'ended', key: 999, next: null });
  expect(store.state()).toBe(before);
});

test('stops at the end of the queue, and at the end of the track for the sleep timer', () => {
  store.play(contents('a'));
  end(null);
  expect(store.state().isPlaying).toBe(false);
  store.play(contents('ab'));
  store.setSleep('track');
  expect(trackAhead(store.state())).toBeUndefined();
  end(null);
  expect(store.state()).toMatchObject({ isPlaying: false, sleep: null });
  expect(current()).toBe('a');
});

test('tries a queue of broken files once, and again when the person asks', () => {
  store.play(contents('abc'));
  store.setRepeat('all');
  const tried: (string | undefined)[] = [];
  for (let step = 0; step < 10 && store.state().isPlaying; step += 1) {
    tried.push(current());
    store.fail('damaged');
    store.skip();
  }
  expect(tried).toEqual(['a', 'b', 'c']);
  store.resume();
  expect(store.state()).toMatchObject({ isPlaying: true, failure: null });
  expect(store.state().failed.size).toBe(0);
});

test('does not skip a track that plays again after a failure', () => {
  store.play(contents('ab'));
  store.fail('stalled');
  store.markReady(key());
  expect(store.state().failure).toBeNull();
  expect(store.state().failed.size).toBe(0);
});

test('stops a track at once when its licence is gone, and may play on after other failures', () => {
  store.play(contents('ab'));
  store.fail('stalled');
  expect(isAudible(store.state())).toBe(true);
  store.fail('unlicensed');
  expect(isAudible(store.state())).toBe(false);
  store.skip();
  expect([current(), isAudible(store.state())]).toEqual(['b', true]);
});

test('removes deleted contents from the queue, and plays the next one instead of a deleted current one', () => {
  store.play(contents('abc'));
  store.removeMissing(new Set(['a', 'c']));
  expect(current()).toBe('a');
  store.removeMissing(new Set(['c']));
  expect(current()).toBe('c');
  expect(store.state().isPlaying).toBe(true);
  store.removeMissing(new Set());
  expect(current()).toBeUndefined();
  expect(store.state()).toMatchObject({ isPlaying: false, isOpen: false });
});

test('starts a track again with Previous, except near its beginning', () => {
  const sought: number[] = [];
  store.onSeek((time) => sought.push(time));
  store.play(contents('ab'), 1);
  store.hear({ kind: 'time', key: key(), time: 30, duration: 60 });
  store.previous();
  expect([current(), sought]).toEqual(['b', [0]]);
  store.previous();
  expect(current()).toBe('a');
});

test('starts a content at its beginning if Next leads to it again, and others at their stored positions', () => {
  store.play(contents('a'));
  store.setRepeat('all');
  const { loadId } = store.state();
  store.next();
  expect(store.state()).toMatchObject({ loadId: loadId + 1, startAt: 0 });
  store.play(contents('aab'));
  store.next();
  expect(store.state().startAt).toBe(0);
  store.next();
  expect([current(), store.state().startAt]).toEqual(['b', null]);
});

test('continues on a new page with queue, position and options, paused', () => {
  store.play(contents('abc'), 1);
  store.hear({ kind: 'time', key: key(), time: 42, duration: 60 });
  store.setRate(1.5);
  store.setRepeat('all');
  store.markReady(key());
  writePlayer(store.state(), null);
  store = new PlayerStore(readPlayer());
  expect(current()).toBe('b');
  expect(store.state()).toMatchObject({ isPlaying: false, isOpen: false, time: 42, rate: 1.5 });
  expect(store.state().queue.repeat).toBe('all');
  store.resume();
  expect(store.state()).toMatchObject({ isPlaying: true, isOpen: true, startAt: 42 });
  store.playNext(contents('x'));
  expect(new Set(store.state().queue.items.map((item) => item.key)).size).toBe(4);
});

test('sends positions every ten seconds, on pause and when the track changes, each once', () => {
  const sent: [string, number][] = [];
  const recorder = new PositionRecorder(async ({ id, time }) => void sent.push([id, time]));
  const at = (time: number, id = 'a'): Position => ({ id, time, duration: 600 });
  for (let time = 0; time <= 25; time += 0.5) recorder.follow(at(time), true);
  expect(sent).toEqual([
    ['a', 10],
    ['a', 20],
  ]);
  recorder.follow(at(25), false);
  recorder.follow(at(25), false);
  recorder.follow(at(0, 'b'), true);
  recorder.follow(at(4, 'b'), true);
  recorder.follow(null, true);
  recorder.follow({ id: 'short', time: 50, duration: 100 }, false);
  expect(sent.slice(2)).toEqual([
    ['a', 25],
    ['b', 4],
  ]);
});

test('reads a position that was refused anew at the next load, unless the user has selected another', () => {
  store.play(contents('a'));
  store.protectPosition();
  store.hear({ kind: 'time', key: key(), time: 5, duration: 600 });
  writePlayer(store.state(), null);
  expect(readPlayer()).toMatchObject({ startAt: null, time: 0 });
  writePlayer(readPlayer(), null);
  expect(readPlayer()).toMatchObject({ startAt: null });
  store.retry();
  expect(store.state()).toMatchObject({ startAt: null, isPositionProtected: false });
  store.protectPosition();
  store.seek(7);
  store.retry();
  expect(store.state()).toMatchObject({ startAt: 7, isPositionProtected: false });
});

test('reads the stored position after a page that ended before it was known', () => {
  store.play(contents('ab'));
  writePlayer(store.state(), null);
  expect(readPlayer()).toMatchObject({ startAt: null });
  store.hear({ kind: 'time', key: key(), time: 5, duration: 600 });
  store.markReady(key());
  writePlayer(store.state(), null);
  expect(readPlayer()).toMatchObject({ startAt: 5 });
  store.jump(key() + 1);
  writePlayer(store.state(), null);
  expect(readPlayer()).toMatchObject({ startAt: null });
});
