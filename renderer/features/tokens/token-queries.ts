import { getTokens } from '../../../src/contract/dashboard-api/auth.ts';
import { useNodeQuery } from '../../lib/api/use-node-query.ts';

export const useTokens = () => useNodeQuery(['tokens'], getTokens, {}, { select: ({ tokens }) => tokens });
