import { Address, beginCell, Cell, storeMessage } from '@ton/core';

const faucetAddress = new Address(0, Buffer.alloc(32, 0xfa));

/** Builds the message that creates test money. */
export const faucetMessage = (to: Address, nanoTon: bigint): Cell =>
  beginCell()
    .store(
      storeMessage({
        info: {
          type: 'internal',
          ihrDisabled: true,
          bounce: false,
          bounced: false,
          src: faucetAddress,
          dest: to,
          value: { coins: nanoTon },
          ihrFee: 0n,
          forwardFee: 0n,
          createdLt: 0n,
          createdAt: 0,
        },
        body: Cell.EMPTY,
      }),
    )
    .endCell();
