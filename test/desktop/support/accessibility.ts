import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
  // For speech input, the accessible name must contain the visible label (2.5.3); axe considers this rule experimental.
  rules: { 'label-content-name-mismatch': { enabled: true } },
};
/** Rules that do not apply in a frame, because the page around it has the heading and the landmarks. */
const ofFrames: RunOptions = {
  ...everything,
  rules: {
    ...everything.rules,
    'landmark-one-main': { enabled: false },
    'page-has-heading-one': { enabled: false },
  },
};
/**
 * Rules that do not apply to lists and menus, which are outside of the landmarks and belong to the control that opened
 * them.
 */
const besidesPages: RunOptions = {
  ...everything,
  rules: { ...everything.rules, region: { enabled: false } },
};
/** Rules that depend on the colour scheme. */
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  resultTypes: ['violations'],
};

type Rules = 'everything' | 'colours';

/**
 * Returns the findings of axe for the current page, and for the document in a frame of it, one line per element. Does
 * not use `@axe-core/playwright`, because it needs a separate page, which Electron does not open.
 * @param scope the page, or only the overlay
 */
export async function breaches(
  page: Page,
  rules: Rules = 'everything',
  scope: 'page' | 'opened' = 'page',
): Promise<string[]> {
  if (scope === 'opened')
    return breachesIn(page.mainFrame(), rules === 'colours' ? colours : besidesPages, true);
  const lists = await Promise.all(
    page.frames().map((frame) => {
      const isChild = frame.parentFrame() !== null;
      const options = rules === 'colours' ? colours : isChild ? ofFrames : everything;
      // A hidden frame that makes media facts may be removed during the check.
      return breachesIn(frame, options).catch((error: unknown) => {
        if (isChild && frame.isDetached()) return [];
        throw error;
      });
    }),
  );
  return lists.flat();
}

async function breachesIn(frame: Frame, options: RunOptions, isOpened = false): Promise<string[]> {
  const isThere = await frame.evaluate(() => 'axe' in window);
  if (!isThere) await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate(
    async ({ options: chosen, isOpened: onlyOpened }) => {
      // Texts that appear or disappear have too little contrast.
      const ending = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const over = '[role="dialog"], [role="menu"], [role="listbox"], [role="tooltip"], [role="alert"]';
      const opened = [...document.querySelectorAll<HTMLElement>(over)].filter((each) =>
        each.checkVisibility(),
      );
      const found = await (window as unknown as { axe: typeof axe }).axe.run(
        onlyOpened && opened.length > 0 ? { include: opened } : document,
        { ...chosen, iframes: false },
      );
      // The list of a combobox is scrolled by the arrow keys of its field.
      const isList = (selector: unknown) =>
        document.querySelector(`${selector}`)?.closest('[role="listbox"]');
      for (const violation of found.violations) {
        if (violation.id !== 'scrollable-region-focusable') continue;
        violation.nodes = violation.nodes.filter(({ target }) => !isList(target[0]));
      }
      return found;
    },
    { options, isOpened },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/** Runs in the page: returns running animations, which must not exist with reduced motion. */
export function running(): string[] {
  return document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1,
    )
    .map(
      ({ effect }) =>
        (effect instanceof KeyframeEffect && effect.target?.outerHTML.slice(0, 200)) || 'something',
    );
}

/** Runs in the page: returns truncated texts of buttons, tabs, table headers, cards, badges and times. */
export function cutOff(): string[] {
  const short = 'button, [role="button"], a[href], th, label, legend, h1, h2, h3, [role="status"]';
  const hides = (at: Element) => getComputedStyle(at).overflowX !== 'visible';
  // Names may be truncated with an ellipsis if the full text is available, but badges and times may not.
  const isShortened = (at: Element) =>
    getComputedStyle(at).textOverflow === 'ellipsis' || at.querySelector('[title]') !== null;
  const isWhole = (at: Element) =>
    at.matches('.mantine-Card-root, .mantine-Badge-root, .mantine-Badge-root *') ||
    at.querySelector(':scope > time') !== null;
  return [...document.querySelectorAll<HTMLElement>(short)]
    .flatMap((element) => [element, ...element.querySelectorAll<HTMLElement>('*')])
    .concat(
      ...document.querySelectorAll<HTMLElement>(
        '.mantine-Card-root, .mantine-Badge-root, .mantine-Badge-label',
      ),
    )
    .filter(
      (at) =>
        at.checkVisibility({ visibilityProperty: true }) &&
        at.clientWidth > 1 &&
        (at.scrollWidth > at.clientWidth + 1 ||
          (at.matches('.mantine-Badge-root') && at.scrollHeight > at.clientHeight + 1)) &&
        hides(at) &&
        (isWhole(at) || !isShortened(at)) &&
        !at.matches('[aria-hidden] *, [aria-hidden]'),
    )
    .map((at) => `cut off: ${at.outerHTML.slice(0, 200)}`);
}

/**
 * Runs in the page: returns elements that a screen reader would announce twice, repeatedly, or without a name, which
 * axe does not detect.
 */
export function noise(): string[] {
  const said = (at: Element) => (at.textContent ?? '').replace(/\s+/g, ' ').trim();
  const all = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((at) => at.checkVisibility());
  const describe = (what: string) => (at: Element) => `${what}: ${at.outerHTML.slice(0, 200)}`;
  const clocks = all('time').filter((at) => {
    const region = at.closest('[aria-live], [role="status"], [role="alert"], [role="log"]');
    return region !== null && region.getAttribute('aria-live') !== 'off';
  });
  const twice = all('input, textarea').filter((at) => {
    if (at.hasAttribute('aria-labelledby')) return false;
    const described = at.getAttribute('aria-describedby')?.split(' ') ?? [];
    const labels = [...((at as HTMLInputElement).labels ?? [])].map(said);
    return described.some((id) => {
      const description = document.getElementById(id);
      return description !== null && labels.some((label) => label.includes(said(description)));
    });
  });
  const nameless = all('table').filter(
    (at) =>
      !at.hasAttribute('aria-label') && !at.hasAttribute('aria-labelledby') && !at.querySelector('caption'),
  );
  return [
    ...clocks.map(describe('said with each tick')),
    ...twice.map(describe('its description is part of its name')),
    ...nameless.map(describe('a table without a name')),
  ];
}
