import { createLocalClient, type LocalClient, openSession } from '@alcove/client';
import { controlClient } from '../../../src/cli/control-client.ts';

/** Returns the code in a printed address of the dashboard. */
export const codeOf = (address: string): string =>
  new URLSearchParams(new URL(address).hash.slice(1)).get('code') ?? '';

/** A dashboard session of a running node, with the rights of its owner. */
export interface OpenedDashboard {
  /** The address for programs, which need not know the host name for browsers. */
  url: string;
  token: string;
  local: LocalClient;
}

/** Opens a session of the node that runs on a data folder. */
export async function openDashboard(dataDir: string): Promise<OpenedDashboard> {
  return openAddress((await controlClient(dataDir).dashboard()).dashboard_url);
}

/** Opens a session by a printed address. */
export async function openAddress(address: string): Promise<OpenedDashboard> {
  const url = `http://127.0.0.1:${new URL(address).port}`;
  const token = await openSession(url, codeOf(address));
  return { url, token, local: createLocalClient({ url, token }) };
}
