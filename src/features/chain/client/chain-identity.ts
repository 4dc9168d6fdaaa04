import * as z from 'zod';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** The hashes of a chain's first state, in base64: they identify the chain. */
export const zerostate = z.object({ root_hash: z.string().max(88), file_hash: z.string().max(88) });
export type Zerostate = z.infer<typeof zerostate>;

/** The chains of the settings, from TON's global configuration. An embedded chain has its own. */
export const zerostates: Readonly<Record<'mainnet' | 'testnet', Zerostate>> = {
  mainnet: {
    root_hash: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
    file_hash: 'XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=',
  },
  testnet: {
    root_hash: 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=',
    file_hash: 'Z+IKwYS54DmmJmesw/nAD5DzWadnOCMzee+kdgSYDOg=',
  },
};

/** The service belongs to another chain, so it is not used. */
export class WrongChain extends NodeError {
  constructor(service: string) {
    super('chain_unavailable', message('chain.wrongChain', { service }));
  }
}

const masterchainInfo = z.object({ init: zerostate });

const isSameHash = (a: string, b: string): boolean =>
  Buffer.from(a, 'base64').equals(Buffer.from(b, 'base64'));

/** Returns the first state in the result of `getMasterchainInfo`; undefined where the service does not state it. */
export const zerostateIn = (result: unknown): Zerostate | undefined =>
  masterchainInfo.safeParse(result).data?.init;

/** Returns whether the result of `getMasterchainInfo` belongs to a chain; undefined if it does not identify one. */
export function isOfChain(result: unknown, expected: Zerostate): boolean | undefined {
  const init = zerostateIn(result);
  return (
    init && isSameHash(init.root_hash, expected.root_hash) && isSameHash(init.file_hash, expected.file_hash)
  );
}
