import { join } from 'node:path';
import type { Alcove } from './servers.ts';

/** The folder where a node keeps the bytes of its contents: what the others serve from. */
export const blobFolder = (node: Alcove): string => join(node.dataDir, 'blobs');

/** The path of a content's file in that folder, as a URL path. */
export const blobPath = (sha256: string): string => `/${sha256.slice(0, 2)}/${sha256}`;
