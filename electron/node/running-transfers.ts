import { transferList } from '../../src/contract/dashboard-api/fetch.ts';
import type { DashboardApi } from './dashboard-api.ts';

/** Returns how many transfers with other nodes run now. */
export async function countRunningTransfers(api: DashboardApi): Promise<number> {
  const { transfers } = transferList.parse(await api.get('/local/transfers'));
  return transfers.filter(({ state }) => state === 'running').length;
}
