import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
};
/** What is shown in a frame has the heading and the landmarks of the page around it. */
const ofWholePages = {
  'landmark-one-main': { enabled: false },
  'page-has-heading-one': { enabled: false },
};
/** All that another colour scheme can change. */
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  resultTypes: ['violations'],
};

/**
 * What axe has to say against the page as it stands, and against what is shown in a frame of it: a line for each
 * element, none where all is well. `@axe-core/playwright` needs a page of its own, which Electron does not open.
 */
export async function breaches(page: Page, look: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  const lists = await Promise.all(
    page.frames().map((frame) => {
      if (look === 'colours') return breachesIn(frame, colours);
      return breachesIn(
        frame,
        frame.parentFrame() === null ? everything : { ...everything, rules: ofWholePages },
      );
    }),
  );
  return lists.flat();
}

async function breachesIn(frame: Frame, options: RunOptions): Promise<string[]> {
  const isThere = await frame.evaluate(() => 'axe' in window);
  if (!isThere) await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate(
    (chosen) => (window as unknown as { axe: typeof axe }).axe.run(document, { ...chosen, iframes: false }),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/** In the page: what moves, which nothing may where less motion is asked for. */
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
