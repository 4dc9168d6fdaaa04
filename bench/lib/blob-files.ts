import { join } from 'node:path';
import type { Alcove } from './servers.ts';

/** Returns the folder in which a node stores the bytes of its contents; the compared servers serve from it, too. */
export const blobFolder = (node: Alcove): string => join(node.dataDir, 'blobs');

/** Returns the URL path of a content's file in that folder. */
export const blobPath = (sha256: string): string => `/${sha256.slice(0, 2)}/${sha256}`;
