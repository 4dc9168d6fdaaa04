import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The focused element, and the faults of its focus indicator; empty if nothing has the focus. */
interface Stop {
  place: string;
  wrongs: string[];
  isHome: boolean;
}

/**
 * Resolves when the focus is in a dialog or menu. It moves there after the transition; keys pressed before may be
 * received by another button.
 */
export const focusIsIn = (box: Locator): Promise<void> =>
  expect.poll(() => box.evaluate((element) => element.contains(document.activeElement))).toBe(true);

/** Presses Tab until `target` has the focus, and checks the focus indicator at each stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Attached instead of visible, because it may be a hidden box with a visible substitute.
  await expect(target).toBeAttached();
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press('Tab');
    expect(await seen(page)).toEqual([]);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`No Tab leads to ${target}.`);
}

/** Returns the actions of a user who has only a keyboard; each stop must have a visible focus. */
export function keysOf(page: Page) {
  const press = async (target: Locator, key: string) => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  return {
    enter: (target: Locator) => press(target, 'Enter'),
    /** Presses Space, for switches. */
    space: (target: Locator) => press(target, 'Space'),
    type: async (target: Locator, text: string) => {
      await press(target, 'ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    /** Closes an overlay, and checks that the focus returns to the control that opened it. */
    escapeTo: async (opener: Locator) => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(opener).toBeFocused();
    },
  };
}

declare global {
  interface Window {
    lostFocus?: string[];
  }
}

/**
 * Records the last focused element whenever nothing but a busy button has the focus for half a second. Resolves with a
 * function that returns the recorded elements.
 */
export async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const lost: string[] = [];
    window.lostFocus = lost;
    let place: HTMLElement | null = null;
    let samples = 0;
    setInterval(() => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && activeElement !== document.body) {
        place = activeElement;
        samples = 0;
        return;
      }
      const isBusy = place?.isConnected && place.matches(':disabled, [data-loading]');
      if (place === null || isBusy) return;
      samples += 1;
      if (samples === 10) lost.push(`${location.pathname}: ${place.outerHTML.slice(0, 160)}`);
    }, 50);
  });
  return () => page.evaluate(() => window.lostFocus ?? []);
}

/** Presses Tab through the whole page and returns the faults: an invisible focus, an unreachable control, a trap. */
export async function aroundBy(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  const wrongs: string[] = [];
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press('Tab');
    const { place, wrongs: here, isHome } = await page.evaluate(inspect);
    if (isHome && stops > 0) return [...wrongs, ...(await page.evaluate(unvisited))];
    wrongs.push(...here.map((wrong) => `${place}: ${wrong}`));
  }
  return [...wrongs, 'Tab never comes back to the first stop.'];
}

const maxStops = 250;

async function seen(page: Page): Promise<string[]> {
  const { place, wrongs } = await page.evaluate(inspect);
  return wrongs.map((wrong) => `${place}: ${wrong}`);
}

/** Runs in the page: checks the focused element (WCAG 2.2, 2.4.7, 2.4.11 and 2.4.13). */
function inspect(): Stop {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) {
    return { place: 'the document', wrongs: [], isHome: true };
  }
  const isHome = element.hasAttribute('data-visited');
  element.setAttribute('data-visited', '');
  const place = element.outerHTML.slice(0, 160);
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour: string): number[] => {
    if (!pen) return [];
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = rgba(colour).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (from: Element | null): string => {
    for (let at = from; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (rgba(backgroundColor)[3] === 255) return backgroundColor;
    }
    return 'white';
  };
  const hasRing = (at: Element): boolean => {
    const { outlineStyle, outlineWidth, outlineColor, opacity } = getComputedStyle(at);
    if (opacity === '0' || outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return false;
    const [ring, ground] = [luminance(outlineColor), luminance(behind(at.parentElement))];
    return (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05) >= 3;
  };
  // The focus ring of a hidden box is drawn around its substitute.
  const standIns = [element, element.nextElementSibling, element.closest('.mantine-Input-input')];
  const shown = standIns.find((at) => at && hasRing(at));
  if (!shown) return { place, wrongs: ['no ring of 2 px and 3 : 1'], isHome };
  const { left, top, width, height } = shown.getBoundingClientRect();
  // A tall field may be scrolled only as far as its caret.
  const above = [0.1, 0.5, 0.9].map((share) =>
    document.elementFromPoint(left + width / 2, top + height * share),
  );
  const isUncovered = above.some((at) => at && (shown.contains(at) || at.contains(shown)));
  const cover = above[1]?.outerHTML.slice(0, 120) ?? 'the edge of the window';
  return { place, wrongs: isUncovered ? [] : [`covered by ${cover}`], isHome };
}

/** Runs in the page after a walk: returns controls that were never reached. A radio group is one stop. */
function unvisited(): string[] {
  const usable =
    'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';
  const missed = [...document.querySelectorAll<HTMLElement>(usable)].filter(
    (element) =>
      !element.hasAttribute('data-visited') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      // Elements within a field or a list are reached by the keys of that field.
      !element.matches(
        '[role="option"], [data-position="right"] *, .mantine-Pill-remove, [aria-hidden="true"] *, #main',
      ) &&
      !element.matches('input[type="radio"]:not(:checked)') &&
      // Arrow keys lead from the focused tab to its neighbours.
      !element.closest('[role="tablist"]')?.querySelector('[data-visited][aria-selected="true"]'),
  );
  for (const visited of document.querySelectorAll('[data-visited]')) visited.removeAttribute('data-visited');
  return missed.map((element) => `never reached: ${element.outerHTML.slice(0, 160)}`);
}
