import { getContentIds } from '../../../src/contract/dashboard-api/content.ts';
import { getCollections } from '../../../src/contract/dashboard-api/library/collections.ts';
import { json } from '../../support/node/start-test-node.ts';
import type { LaunchedAlcove } from './launch.ts';

/** Deletes all files and collections of the node for ever. */
export async function emptyLibrary({ askLocal }: LaunchedAlcove): Promise<void> {
  const given = await (await askLocal(getContentIds.path)).json();
  const { content_ids } = getContentIds.responses[200].schema.parse(given);
  if (content_ids.length > 0) await askLocal('/local/trash', { method: 'POST', ...json({ content_ids }) });
  const listed = await (await askLocal(getCollections.path)).json();
  const { items } = getCollections.responses[200].schema.parse(listed);
  for (const { id } of items) await askLocal(`/local/collections/${id}`, { method: 'DELETE' });
  await askLocal('/local/trash', { method: 'DELETE' });
}
