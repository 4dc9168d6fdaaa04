import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { settingsState } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { tokenList } from '../../../src/contract/dashboard-api/auth.ts';
import { getBlocked } from '../../../src/contract/dashboard-api/content.ts';
import { getPeers } from '../../../src/contract/dashboard-api/peers.ts';
import { json } from '../../support/node/start-test-node.ts';
import { emptyLibrary } from './empty-library.ts';
import type { LaunchedAlcove } from './launch.ts';

/** Tables that only grow, in which tests look for entries of their own, sums of what is deleted, and regular checks. */
const passing =
  /^(activity|activity_number|content_changes|content_index|collection_kinds|history|sqlite_sequence|store_check|text_usage|totals|user_usage)$/;
/** Tables of the full-text search. */
const search = /_search(_|$)|_names(_|$)/;
/** Rows that only say that something was removed. */
const removed: Record<string, string> = { peers: "WHERE source <> 'removed'" };
/** Folders and files on which tests do not depend: first steps never reopen, and each start has other times. */
const passingFiles =
  /^(browser|logs)(\/|$)|^alcove\.|^Singleton|^(first-run|updates|window)\.json$|^blobs\/[0-9a-f]{2}$/;

/** Removes what tests left in the app and its node, as far as the dashboard can. */
export async function restore(alcove: LaunchedAlcove): Promise<void> {
  const { app, page, askLocal } = alcove;
  await app.evaluate(restoreShell);
  await page.evaluate(() =>
    window.alcove?.invoke('preferences.set', { language: 'auto', colour_scheme: 'auto' }),
  );
  await emptyLibrary(alcove);
  const { settings } = settingsState.parse(await (await askLocal('/local/settings')).json());
  const reset = settings.filter(({ source }) => source === 'dashboard').map(({ name }) => name);
  if (reset.length > 0) await askLocal('/local/settings', { ...json({ reset }), method: 'PATCH' });
  const { peers } = getPeers.responses[200].schema.parse(await (await askLocal(getPeers.path)).json());
  for (const { host } of peers) {
    await askLocal(`${getPeers.path}?host=${encodeURIComponent(host)}`, { method: 'DELETE' });
  }
  const { tokens } = tokenList.parse(await (await askLocal('/local/tokens')).json());
  for (const { id } of tokens) await askLocal(`/local/tokens/${id}`, { method: 'DELETE' });
  const { blocked } = getBlocked.responses[200].schema.parse(await (await askLocal(getBlocked.path)).json());
  for (const { content_id } of blocked) {
    await askLocal(`${getBlocked.path}/${encodeURIComponent(content_id)}`, { method: 'DELETE' });
  }
}

/** Runs in the main process: keeps the functions that tests replace. */
export function keepShell({ app, dialog, shell }: typeof import('electron')): void {
  const kept = [app, dialog, shell].map((part) => [part, Object.getOwnPropertyDescriptors(part)]);
  Object.assign(globalThis, { kept });
}

/** Runs in the main process: undoes replacements. */
function restoreShell({ session }: typeof import('electron')): void {
  const { kept } = globalThis as unknown as { kept: [object, PropertyDescriptorMap][] };
  for (const [part, descriptors] of kept) {
    for (const name of Object.keys(part)) if (!(name in descriptors)) Reflect.deleteProperty(part, name);
    Object.defineProperties(part, descriptors);
  }
  session.defaultSession.webRequest.onBeforeRequest(null);
}

/** Returns what the app and its node store and show, except what depends on the time. */
export async function traces({ app, dataDir }: LaunchedAlcove): Promise<string> {
  const windows = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      bounds: window.getBounds(),
      isVisible: window.isVisible(),
      isFullScreen: window.isFullScreen(),
      zoom: window.webContents.getZoomFactor(),
    })),
  );
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !passingFiles.test(name))
    .map((name) => (name.endsWith('.json') ? `${name} ${valuesIn(join(dataDir, name))}` : name))
    .filter((state) => !state.endsWith(' {}'));
  return JSON.stringify([windows, files.sort(), rowsOf(join(dataDir, 'alcove.db'))], undefined, 1);
}

/** Returns the content of a state file without empty sections. */
function valuesIn(file: string): string {
  const isEmpty = (value: unknown) => JSON.stringify(value) === '{}';
  return JSON.stringify(
    JSON.parse(readFileSync(file, 'utf8'), (_, value) => (isEmpty(value) ? undefined : value)) ?? {},
  );
}

function rowsOf(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables
      .map(({ name }) => String(name))
      .filter((name) => !passing.test(name) && !search.test(name))
      .map((name) => [name, database.prepare(`SELECT * FROM "${name}" ${removed[name] ?? ''}`).all()]);
  } finally {
    database.close();
  }
}
