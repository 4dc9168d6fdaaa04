const field = () => document.querySelector<HTMLInputElement>('main input[type="search"]');
/** Animation frames within which a page must appear. */
const patience = 60;

/**
 * Focuses the search field of this page.
 * @param goWhereOneCan opens a page with a search field if this page has none
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
