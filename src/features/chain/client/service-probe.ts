import * as z from 'zod';
import { message } from '../../../core/messages/message.ts';
import { type Asked, resultOf } from './endpoint-pool.ts';
import { type ServiceName, unavailable } from './unavailable.ts';

/** What a service shows of the chain. */
export interface ServiceState {
  /** Of the newest masterchain block. */
  seqno: number;
  /** Of the newest block, in Unix seconds. */
  time: number;
}

/** One service, asked alone. */
export interface ServiceProbe {
  service: ServiceName;
  /** @throws NodeError `chain_unavailable`: also for another chain */
  state(): Promise<ServiceState>;
}

const blocks = z.object({ last: z.object({ seqno: z.int() }) });
const account = z.object({ sync_utime: z.int() });
/** An account that every chain has, empty or not. */
const zeroAddress = `0:${'0'.repeat(64)}`;

export const probeOf = (asked: Asked): ServiceProbe => ({
  service: asked.service,
  state: async () => {
    const last = blocks.safeParse(await resultOf(asked, 'getMasterchainInfo', {}));
    const found = account.safeParse(await resultOf(asked, 'getAddressInformation', { address: zeroAddress }));
    if (last.success && found.success) return { seqno: last.data.last.seqno, time: found.data.sync_utime };
    throw unavailable(asked.service, message('chain.answerInvalid'));
  },
});
