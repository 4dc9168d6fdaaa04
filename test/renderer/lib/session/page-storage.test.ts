import { afterEach, expect, it, vi } from 'vitest';
import { browserStorage } from '../../../../renderer/lib/session/page-storage.ts';

afterEach(() => vi.unstubAllGlobals());

const kept = (items = new Map<string, string>()) => ({
  getItem: (name: string) => items.get(name) ?? null,
  setItem: (name: string, value: string) => void items.set(name, value),
  removeItem: (name: string) => void items.delete(name),
});
const refusing = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

it.each([
  ['is available', kept()],
  ['is missing', null],
  ['refuses everything', { getItem: refusing, setItem: refusing, removeItem: refusing }],
  ['is full', { ...kept(), setItem: refusing }],
])('keeps the values of a page when the storage %s', (_how, storage) => {
  vi.stubGlobal('localStorage', storage);
  expect(browserStorage.get('a')).toBeNull();
  browserStorage.set('a', '1');
  browserStorage.set('a', '2');
  expect(browserStorage.get('a')).toBe('2');
  browserStorage.remove('a');
  expect(browserStorage.get('a')).toBeNull();
});
