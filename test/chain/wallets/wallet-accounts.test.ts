import { Address, beginCell, Cell, TupleReader } from '@ton/core';
import { expect, it } from 'vitest';
import { createWalletAccounts } from '../../../src/features/chain/wallets/wallet-accounts.ts';

const address = `0:${'1'.repeat(64)}`;
const code = beginCell().storeUint(1, 8).endCell().toBoc();
const dataWith = (key: number) => beginCell().storeUint(key, 256).storeRef(Cell.EMPTY).endCell();

type Reader = Parameters<typeof createWalletAccounts>[0];
type State = Awaited<ReturnType<Reader['getContractState']>>;

/** A service that reports this state of an account, with its key. */
function service(state: Partial<State>, key = 0n): Reader {
  const known = { state: 'active', code, data: null, balance: 0n, ...state } as State;
  return {
    getContractState: async (asked) => {
      expect(asked.equals(Address.parse(address))).toBe(true);
      return known;
    },
    runMethod: async () => ({ gas_used: 0, stack: new TupleReader([{ type: 'int', value: key }]) }),
  };
}

const wallet = (key: number) => service({ data: dataWith(key).toBoc() }, BigInt(key));
const gone = service({ state: 'uninitialized', code: null });
const disagreement = { code: 'chain_unavailable', text: { reason: 'chain.servicesDisagree' } };
const invalid = { code: 'chain_unavailable', text: { reason: 'chain.walletAnswerInvalid' } };

it('treats a wallet as missing, or as having a key, only when both services agree', async () => {
  expect(await createWalletAccounts(gone, gone).accountOf(address)).toEqual({ state: 'uninitialised' });
  const agreed = createWalletAccounts(wallet(5), service({ data: dataWith(5).toBoc({ idx: true }) }, 5n));
  expect(await agreed.accountOf(address)).toMatchObject({ state: 'active' });
  expect(await agreed.numberOf(address, 'get_public_key')).toBe(5n);
  for (const [first, second] of [
    [gone, wallet(5)],
    [wallet(5), gone],
    [wallet(5), wallet(6)],
    [service({ state: 'frozen' }), wallet(5)],
  ] as const) {
    await expect(createWalletAccounts(first, second).accountOf(address)).rejects.toMatchObject(disagreement);
  }
  const differing = createWalletAccounts(wallet(5), wallet(6));
  await expect(differing.numberOf(address, 'get_public_key')).rejects.toMatchObject(disagreement);
});

it('rejects an account that would take seconds to parse', async () => {
  const cells = Array.from({ length: 6000 }, (_, n) =>
    beginCell()
      .storeUint(n, 32)
      .storeRef(beginCell().storeUint(n, 33))
      .storeRef(beginCell().storeUint(n, 34)),
  );
  const root = cells.reduce((below, cell) => cell.storeRef(below.asCell()), beginCell());
  const long = service({ data: root.endCell().toBoc() });
  await expect(createWalletAccounts(long).accountOf(address)).rejects.toMatchObject(invalid);
  const noBag = service({ data: Buffer.from('no bag') });
  await expect(createWalletAccounts(noBag).accountOf(address)).rejects.toMatchObject(invalid);
});
