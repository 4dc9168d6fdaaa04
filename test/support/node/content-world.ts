import { type LocalContent, localContent } from '../../../src/contract/dashboard-api/content.ts';
import { signedIn } from '../../../src/contract/node-api/auth.ts';
import type { ContentEdit } from '../../../src/contract/node-api/content.ts';
import { storedContent } from '../../../src/contract/node-api/uploads.ts';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { testWallet } from '../wallets/test-wallet.ts';
import { json, type TestNode } from './start-test-node.ts';

const domain = 'app.example';

/** Settings of a node on which anybody may sign in. */
export const openToAnyone: SettingsInput = { sign_in: { who: 'anyone', domains: [domain] } };

/** Signs in with a different wallet for each seed. */
export async function signInUser(alcove: TestNode, seed: number): Promise<string> {
  const twa = async (body: object) => {
    const response = await alcove.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) });
    return signedIn.parse(await response.json()).auth_v1_token;
  };
  return twa({ ton_proof: testWallet(seed).prove(domain, await twa({})) });
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

export async function answerOf(asked: Promise<Response>): Promise<Answer> {
  const response = await asked;
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : {}, headers: response.headers };
}

/** Uploads bytes as the body of one request. */
export const upload = (
  alcove: TestNode,
  token: string,
  bytes: BodyInit,
  options: { name?: string; type?: string } = {},
): Promise<Answer> =>
  answerOf(
    alcove.ask('/api/v1/storage', {
      method: 'POST',
      body: bytes,
      headers: {
        Authorization: token,
        'X-File-Name': Buffer.from(options.name ?? 'a file.txt').toString('base64'),
        'Content-Type': options.type ?? 'text/plain',
      },
    }),
  );

/**
 * Uploads new bytes.
 * @returns the content id
 */
export async function store(
  alcove: TestNode,
  token: string,
  bytes: BodyInit,
  options: { name?: string; type?: string } = {},
): Promise<string> {
  return storedContent.parse((await upload(alcove, token, bytes, options)).body).content_id;
}

/** Edits a content as the dashboard does. */
export async function edit(alcove: TestNode, id: string, changes: ContentEdit): Promise<LocalContent> {
  const { body } = await patch(alcove, id, changes);
  return localContent.parse(body);
}

export const patch = (alcove: TestNode, id: string, changes: object): Promise<Answer> =>
  answerOf(alcove.askLocal(`/local/content/${id}`, { method: 'PATCH', ...json(changes) }));

export const remove = (alcove: TestNode, id: string): Promise<Answer> =>
  answerOf(alcove.askLocal(`/local/content/${id}`, { method: 'DELETE' }));
