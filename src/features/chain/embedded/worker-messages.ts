import type { Message } from '../../../contract/messages/message.ts';
import type { RpcResponse } from './toncenter/json-rpc.ts';

/** Start parameters of the chain's thread. */
export interface ChainWorkerData {
  /** The journal. */
  file: string;
}

/** Requests to the thread; each is answered by its number. */
export type ChainTask =
  | { type: 'rpc'; body: string }
  /** @property to `workchain:hex` */
  | { type: 'faucet'; to: string; nanoTon: bigint }
  | { type: 'serve'; port: number }
  | { type: 'stop-serving'; port: number }
  | { type: 'close' };

export type ToChainWorker = ChainTask & { number: number };

/** Result of each task. */
export interface ChainTaskResults {
  rpc: RpcResponse;
  faucet: undefined;
  /** The port on which it listens. */
  serve: number;
  'stop-serving': undefined;
  close: undefined;
}

export type FromChainWorker =
  | { type: 'ready'; blocks: number }
  /** The journal cannot be read. */
  | { type: 'unusable'; message: Message }
  | { type: 'done'; number: number; result: ChainTaskResults[keyof ChainTaskResults] }
  /** @property code the system's, e.g. `EADDRINUSE` */
  | { type: 'failed'; number: number; message: string; code: string | undefined }
  | { type: 'block'; seqno: number }
  /** An internal error that does not concern the caller. */
  | { type: 'error'; message: string };
