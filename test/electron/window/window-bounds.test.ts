import { expect, test } from 'vitest';
import { openingBounds } from '../../../electron/window/window-bounds.ts';

const screen = { x: 0, y: 30, width: 1920, height: 1050 };
const left = { x: -1280, y: 0, width: 1280, height: 1024 };

test('lets the system place a first window', () => {
  expect(openingBounds(undefined, [screen])).toEqual({ width: 1180, height: 800 });
});

test('restores the position of a window on any display', () => {
  const kept = { x: -1000, y: 100, width: 900, height: 700 };
  expect(openingBounds(kept, [screen, left])).toEqual(kept);
});

test('keeps only the size of a window from a missing display', () => {
  const kept = { x: -1000, y: 100, width: 900, height: 700 };
  expect(openingBounds(kept, [screen])).toEqual({ width: 900, height: 700 });
});

test.each([
  ['above the display', { x: 100, y: -200, width: 900, height: 700 }],
  ['almost below it', { x: 100, y: 1060, width: 900, height: 700 }],
  ['almost beside it', { x: 1880, y: 100, width: 900, height: 700 }],
])('moves a window back whose top edge is %s', (_where, kept) => {
  expect(openingBounds(kept, [screen])).toEqual({ width: 900, height: 700 });
});

test('keeps a window within its display, and above the minimum size', () => {
  expect(openingBounds({ x: 0, y: 30, width: 4000, height: 3000 }, [screen])).toMatchObject({
    width: 1920,
    height: 1050,
  });
  expect(openingBounds({ x: 0, y: 30, width: 200, height: 90 }, [screen])).toMatchObject({
    width: 420,
    height: 480,
  });
  expect(openingBounds(undefined, [{ x: 0, y: 0, width: 800, height: 600 }])).toEqual({
    width: 800,
    height: 600,
  });
});
