import * as z from 'zod';
import { message } from '../../../core/messages/message.ts';
import { type JsonRpcService, resultOf } from './endpoint-pool.ts';
import { type ServiceName, unavailable } from './unavailable.ts';

/** State of the chain according to a service. */
export interface ServiceState {
  /** Number of the newest masterchain block. */
  seqno: number;
  /** Time of the newest block, in Unix seconds. */
  time: number;
}

/** One service, for requests to it alone. */
export interface ServiceProbe {
  service: ServiceName;
  /** Returns the state of the chain. @throws NodeError `chain_unavailable`, also for another chain */
  state(): Promise<ServiceState>;
}

const blocks = z.object({ last: z.object({ seqno: z.int() }) });
const account = z.object({ sync_utime: z.int() });
/** An account that every chain has, empty or not. */
const zeroAddress = `0:${'0'.repeat(64)}`;

export const probeOf = (asked: JsonRpcService): ServiceProbe => ({
  service: asked.service,
  state: async () => {
    const last = blocks.safeParse(await resultOf(asked, 'getMasterchainInfo', {}));
    const found = account.safeParse(await resultOf(asked, 'getAddressInformation', { address: zeroAddress }));
    if (last.success && found.success) return { seqno: last.data.last.seqno, time: found.data.sync_utime };
    throw unavailable(asked.service, message('chain.answerInvalid'));
  },
});
