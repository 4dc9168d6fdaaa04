import {
  postCollection,
  postCollectionEntries,
} from '../../../../src/contract/dashboard-api/library/collections.ts';
import type { DashboardClient } from '../../../lib/api/dashboard-client.ts';
import type { OnStored, UploadQueue } from '../upload-queue.ts';
import type { FolderPlan, PlannedFolder } from './folder-plan.ts';
import { PlacedEntries } from './placed-entries.ts';

/** Limit of characters of a title. */
const maxTitle = 200;

/** Creates a collection for each folder, then uploads its files into it. @throws CallError */
export async function addFolders(node: DashboardClient, queue: UploadQueue, plan: FolderPlan): Promise<void> {
  const into = new Map<File, OnStored>();
  for (const folder of plan.folders) await create(node, folder, null, into);
  const inFolders = [...into.keys()];
  queue.add(plan.files);
  queue.add(inFolders, (file) => into.get(file));
}

async function create(
  node: DashboardClient,
  folder: PlannedFolder,
  parentId: string | null,
  into: Map<File, OnStored>,
): Promise<void> {
  const body = { kind: 'folder', title: titleOf(folder.name), parent_id: parentId } as const;
  const { id } = await node.call(postCollection, { body });
  const placed = new PlacedEntries(folder.files, async (contentId, before) => {
    await node.call(postCollectionEntries, {
      params: { id },
      body: {
        entries: [{ content_id: contentId }],
        before: before === null ? null : { content_id: before },
      },
    });
  });
  for (const file of folder.files) into.set(file, (contentId) => placed.add(file, contentId));
  for (const inner of folder.folders) await create(node, inner, id, into);
}

/** Cuts a name to the length of a title, without half of a character at its end. */
const titleOf = (name: string): string =>
  name
    .slice(0, maxTitle)
    .replace(/\p{Surrogate}$/u, '')
    .toWellFormed();
