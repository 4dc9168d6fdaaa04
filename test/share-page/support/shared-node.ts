import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { ContentEdit } from '../../../src/contract/node-api/content.ts';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { seller } from '../../licensing/support/seller.ts';
import { json } from '../../support/node/start-test-node.ts';

/** Starts a node that shows its files to people in browsers. */
export async function sharedNode(settings: SettingsInput = { chain: { network: 'off' } }) {
  const node = await seller({ settings });
  return {
    ...node,
    /** Stores a file with its details. */
    add: async (
      bytes: Uint8Array | string,
      name: string,
      details: ContentEdit = {},
    ): Promise<LocalContent> => {
      const { content_id: id } = await node.upload(bytes, name);
      return node.ask<LocalContent>(`/local/content/${id}`, { method: 'PATCH', ...json(details) });
    },
    /** Opens a page as a browser does. */
    page: async (id: string, headers: Record<string, string> = {}, method = 'GET') => {
      const response = await node.alcove.ask(`/s/${id}`, { method, headers, redirect: 'manual' });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
}

export type SharedNode = Awaited<ReturnType<typeof sharedNode>>;
