import { getSync } from '../../../src/contract/dashboard-api/discovery.ts';
import { useNodeQuery } from '../../lib/api/use-node-query.ts';

/** Returns the state of discovery and the reasons of a pause. */
export const useSync = () => useNodeQuery(['index', 'sync'], getSync, {});
