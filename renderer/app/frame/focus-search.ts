const field = () => document.querySelector<HTMLInputElement>('main input[type="search"]');
/** Frames that a page gets to appear. */
const patience = 60;

/**
 * Puts the cursor where one searches on this page.
 * @param goWhereOneCan shows a page that has such a field, where this one has none
 */
export function focusSearch(goWhereOneCan: () => void): void {
  if (!field()) goWhereOneCan();
  let left = patience;
  const tryNow = (): void => {
    const found = field();
    found?.focus();
    found?.select();
    left -= 1;
    if (!found && left > 0) requestAnimationFrame(tryNow);
  };
  tryNow();
}
