import { transferList } from '../../src/contract/dashboard-api/fetch.ts';

/** How many transfers with other nodes run now, as the node itself says. */
export async function unfinishedTransfers({
  dashboardUrl,
  sessionToken,
}: {
  dashboardUrl: string;
  sessionToken: string;
}): Promise<number> {
  const answer = await fetch(new URL('/local/transfers', dashboardUrl), {
    headers: { Authorization: `Bearer ${sessionToken}` },
  });
  const { transfers } = transferList.parse(await answer.json());
  return transfers.filter(({ state }) => state === 'running').length;
}
