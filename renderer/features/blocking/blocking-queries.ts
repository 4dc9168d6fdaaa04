import { getBlocked } from '../../../src/contract/dashboard-api/content.ts';
import { useNodeQuery } from '../../lib/api/use-node-query.ts';

export const useBlocked = () =>
  useNodeQuery(['blocked'], getBlocked, {}, { select: ({ blocked }) => blocked });
