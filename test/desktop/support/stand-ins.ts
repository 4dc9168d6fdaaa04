import type { Page } from '@playwright/test';

/** A response that replaces the node's, by path; a `status` makes it a failure. */
export type StandIns = Record<string, object | { status: number }>;

/**
 * Simulated responses for the page, for states that no test can create: a thousand nodes, every error at
 * once. Deleted items are removed from lists; all other requests go to the node.
 */
export async function standIn(page: Page, answers: StandIns): Promise<void> {
  await page.addInitScript((given) => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      const { pathname } = new URL(String(input), location.href);
      const answer = given[pathname];
      if (init?.method === 'GET' && answer) {
        return Response.json(answer, 'status' in answer ? { status: Number(answer.status) } : {});
      }
      const list = pathname.slice(0, pathname.lastIndexOf('/'));
      const [items] = Object.values(given[list] ?? {});
      if (init?.method !== 'DELETE' || !Array.isArray(items)) return real(input, init);
      const at = items.findIndex((item) => 'id' in item && pathname.endsWith(`/${item.id}`));
      items.splice(at, 1);
      return Response.json({ ok: true });
    };
  }, answers);
  await page.reload();
}
