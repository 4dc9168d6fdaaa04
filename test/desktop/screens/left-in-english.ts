import type { Page } from '@playwright/test';

/** Names and units that are the same in every language. */
const names = new Set(
  'Alcove API CIDv PNG Connect bafkrei cURL curl English Enter HTTP HTTPS JSON JavaScript OpenAPI PDF Python SHA GRAM TON Telegram TypeScript URL'.split(
    ' ',
  ),
);

/**
 * The texts of a page in Latin letters, except names, code, text marked as English or as not to be
 * translated, and anything that looks like an address, a file name or an id.
 */
export async function leftInEnglish(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const marked = 'code, pre, kbd, bdi, [lang="en"], [translate="no"], script, style, noscript';
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.ariaHidden === 'true' || node.closest(marked)?.matches('[lang="en"]')) continue;
        for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
          if (name === 'title' && node.closest(marked)) continue;
          found.push(node.getAttribute(name) ?? '');
        }
      } else if (!node.parentElement?.closest(marked)) {
        found.push(node.textContent ?? '');
      }
    }
    return found;
  });
  return [...new Set(texts.filter(hasEnglish).map((text) => text.trim()))];
}

/** Terms of HTTP, of commands, and of the node for states of services. */
const terms =
  /\b(https?\(s\)|GET|HEAD|POST|PUT|PATCH|DELETE|node \w+\.mts|off|timeout|toncenter|telegram)(?!\w)/g;

/** Whether a text has a word of Latin letters that is no name, address or term. */
export function hasEnglish(text: string): boolean {
  return text
    .replace(terms, '')
    .split(/[\s,;()«»“”"·]+/)
    .map((token) => token.replace(/[.:!?…]+$/, ''))
    .filter((token) => /[a-z]{3}/i.test(token) && !/[./:_@#\d…]/.test(token))
    .some((token) => token.split(/[-–]/).some((word) => /^[a-z]{3,40}$/i.test(word) && !names.has(word)));
}
