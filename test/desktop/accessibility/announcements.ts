import type { Page } from '@playwright/test';

declare global {
  interface Window {
    said?: string[];
  }
}

/**
 * Records the texts of live regions from now on; resolves with a function that returns them, the latest last.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const regions = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
    const said: string[] = [];
    window.said = said;
    const last = new WeakMap<Element, string>();
    const text = (region: Element) => (region.textContent ?? '').trim();
    for (const region of document.querySelectorAll(regions)) last.set(region, text(region));
    const hear = (region: Element | null | undefined) => {
      if (!region?.isConnected || text(region) === (last.get(region) ?? '')) return;
      last.set(region, text(region));
      if (text(region) !== '') said.push(text(region));
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        hear((target instanceof Element ? target : target.parentElement)?.closest(regions));
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const region of [node, ...node.querySelectorAll('*')])
            if (region.matches(regions)) hear(region);
        }
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => window.said ?? []);
}
