import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Address, type Cell, Cell as CellOf, getMethodId, parseTuple, type TupleItem } from '@ton/core';
import type { Executor } from '@ton/sandbox/dist/executor/Executor.js';

/** A contract did not accept an external message; `message` comes from the virtual machine. */
export class NotAccepted extends Error {}

export interface TvmRun {
  message: Cell;
  /** A `ShardAccount` cell. */
  state: Buffer;
  /** Unix seconds. */
  now: number;
  lt: number;
  seed: Buffer;
  ignoreSignature: boolean;
}

export interface GetMethodCall {
  address: Address;
  code: Cell;
  data: Cell;
  balance: bigint;
  method: string | number;
  stack: TupleItem[];
  /** Unix seconds. */
  now: number;
}

export interface GetMethodResult {
  exitCode: number;
  gasUsed: number;
  stack: TupleItem[];
}

/** Gas limit of public lite servers for get-methods. */
const getMethodGas = 1_000_000n;

/** Wraps TON's virtual machine and transaction executor. */
export class Tvm {
  readonly #config: string;
  #executor: Promise<Executor> | undefined;

  /** @param config the configuration of the chain, base64 of a BoC */
  constructor(config: string) {
    this.#config = config;
  }

  /** Loads the virtual machine, which takes half a second of the first call otherwise. */
  async load(): Promise<void> {
    await this.#loaded();
  }

  /**
   * Executes one transaction.
   * @throws NotAccepted
   */
  async run({
    message,
    state,
    now,
    lt,
    seed,
    ignoreSignature,
  }: TvmRun): Promise<{ boc: Buffer; state: Buffer }> {
    const { result } = await this.#with((executor) =>
      executor.runTransaction({
        config: this.#config,
        libs: null,
        verbosity: 'short',
        shardAccount: state.toString('base64'),
        message,
        now,
        lt: BigInt(lt),
        randomSeed: seed,
        ignoreChksig: ignoreSignature,
        debugEnabled: false,
      }),
    );
    if (!result.success) {
      const exit = result.vmResults && `: exitcode=${result.vmResults.vmExitCode}`;
      throw new NotAccepted(`${result.error}${exit ?? ''}`);
    }
    return {
      boc: Buffer.from(result.transaction, 'base64'),
      state: Buffer.from(result.shardAccount, 'base64'),
    };
  }

  async get({ method, balance, now, ...call }: GetMethodCall): Promise<GetMethodResult> {
    const { output } = await this.#with((executor) =>
      executor.runGetMethod({
        ...call,
        methodId: typeof method === 'number' ? method : getMethodId(method),
        config: this.#config,
        verbosity: 'short',
        unixTime: now,
        balance,
        randomSeed: Buffer.alloc(32),
        gasLimit: getMethodGas,
        debugEnabled: false,
      }),
    );
    if (!output.success) throw new Error(output.error);
    return {
      exitCode: output.vm_exit_code,
      gasUsed: Number(output.gas_used),
      stack: stackOf(output.stack),
    };
  }

  /** Runs a function, and replaces the virtual machine after an error, which may have left it unusable. */
  async #with<T>(use: (executor: Executor) => Promise<T>): Promise<T> {
    const executor = await this.#loaded();
    try {
      return await use(executor);
    } catch (error) {
      this.#executor = undefined;
      throw error;
    }
  }

  #loaded(): Promise<Executor> {
    this.#executor ??= createExecutor();
    return this.#executor;
  }
}

/**
 * Creates the executor like `Executor.create`, whose own decoder of the 5 MB machine takes 100 ms more than that of
 * Node.js.
 */
async function createExecutor(): Promise<Executor> {
  // Only these files are imported, because the package's index also loads a debugger and a test reporter.
  const [{ Executor: SandboxExecutor }, { default: machine }] = await Promise.all([
    import('@ton/sandbox/dist/executor/Executor.js'),
    import('@ton/sandbox/dist/executor/emulator-emscripten.js'),
  ]);
  return Reflect.construct(SandboxExecutor, [await machine({ wasmBinary: machineBytes().buffer })]);
}

/** Reads the machine, which is a file in the build and a module in the package. */
function machineBytes(): Buffer<ArrayBufferLike> {
  const isBuilt = !import.meta.url.endsWith('.ts');
  if (isBuilt) return readFileSync(new URL('emulator.wasm', import.meta.url));
  const require = createRequire(import.meta.url);
  const module = '@ton/sandbox/dist/executor/emulator-emscripten.wasm.js';
  return Buffer.from(require(module).EmulatorEmscriptenWasm, 'base64');
}

/** Parses a stack; returns nothing when it contains values that no client can read, e.g. a continuation. */
function stackOf(boc: string): TupleItem[] {
  try {
    return parseTuple(CellOf.fromBase64(boc));
  } catch {
    return [];
  }
}
