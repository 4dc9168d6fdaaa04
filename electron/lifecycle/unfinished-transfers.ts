import { transferList } from '../../src/contract/local-network.ts';

/** How many transfers with other nodes run now, as the node itself says. */
export async function unfinishedTransfers({
  dashboardUrl,
  localKey,
}: {
  dashboardUrl: string;
  localKey: string;
}): Promise<number> {
  const answer = await fetch(new URL('/local/transfers', dashboardUrl), {
    headers: { Authorization: `Bearer ${localKey}` },
  });
  const { transfers } = transferList.parse(await answer.json());
  return transfers.filter(({ state }) => state === 'running').length;
}
