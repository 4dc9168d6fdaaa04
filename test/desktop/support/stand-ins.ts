import type { Page } from '@playwright/test';

/** Responses that replace those of the node, by path; a `status` makes it an error. */
export type StandIns = Record<string, object | { status: number }>;

/**
 * Simulates responses of the node for states that no test can create: a thousand nodes, every error at once. Removes
 * deleted items from lists; sends all other requests to the node.
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
