import { makeChain } from '../../test/chain/indexer/made-chain.ts';
import { startToncenter } from '../../test/chain/indexer/toncenter-server.ts';

const { platform, contents, ...backEnd } = await makeChain(Number(process.argv[2]));
const { url } = await startToncenter(backEnd);
process.stdout.write(`${JSON.stringify({ url, platform, contents, seqno: backEnd.seqno })}\n`);
