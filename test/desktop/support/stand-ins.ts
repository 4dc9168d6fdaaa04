import type { Page } from '@playwright/test';

/** An answer in the window's place of the node's, by the path that is asked for; a `status` makes it a failure. */
export type StandIns = Record<string, object | { status: number }>;

/**
 * Answers of the page's own, in place of those of a network that no test can have: a thousand nodes, every
 * trouble at once. What is deleted is gone from a list; everything else goes to the node.
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
