import { json, type TestNode } from './start-test-node.ts';

/** Sends a request until the node has encrypted the file that it names, as clients do; each may wait 10 s for that. */
export async function postToEnd(
  node: Pick<TestNode, 'askLocal'>,
  path: string,
  body: object,
): Promise<Response> {
  for (;;) {
    const response = await node.askLocal(path, { method: 'POST', ...json(body) });
    const { code } = (await response.clone().json()) as { code?: string };
    if (code !== 'encrypting') return response;
  }
}
