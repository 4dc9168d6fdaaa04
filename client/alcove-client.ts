import {
  type Codebase,
  getNode,
  getSystemVersion,
  type NodeStatus,
  postSendStatus,
} from '../src/contract/node-api/monitoring.ts';
import {
  getNetworkInfo,
  getNetworkNodes,
  type KnownNode,
  type NodeInfo,
} from '../src/contract/node-api/peers.ts';
import { type Caller, type CallerOptions, createCaller } from './call.ts';
import { type ContentCalls, contentCalls } from './content.ts';
import { type SignInCalls, signInCalls } from './sign-in.ts';
import { type StorageCalls, storageCalls } from './storage.ts';

/** A client of the node API. Use `call` with a contract for endpoints without a method of their own. */
export interface AlcoveClient extends Caller {
  readonly signIn: SignInCalls;
  readonly storage: StorageCalls;
  readonly content: ContentCalls;
  readonly network: {
    info(): Promise<NodeInfo>;
    /** Returns the public nodes among the peers of the node. */
    nodes(): Promise<KnownNode[]>;
  };
  readonly node: {
    status(): Promise<NodeStatus>;
    version(): Promise<Codebase>;
    /** Reports the state of a service that runs beside the node, for the node's status. */
    report(service: string, status: string): Promise<void>;
  };
  /** Returns a client with another token, e.g. that of a sign-in. */
  withToken(token: string): AlcoveClient;
}

/**
 * Creates a client of one node, typed and validated by its contract.
 * @param options `url` is the node's origin, e.g. `http://127.0.0.1:8471`
 */
export function createAlcoveClient(options: CallerOptions): AlcoveClient {
  const caller = createCaller(options);
  return {
    ...caller,
    signIn: signInCalls(caller),
    storage: storageCalls(caller),
    content: contentCalls(caller),
    network: {
      info: () => caller.call(getNetworkInfo, {}),
      nodes: async () => (await caller.call(getNetworkNodes, {})).nodes,
    },
    node: {
      status: () => caller.call(getNode, {}),
      version: () => caller.call(getSystemVersion, {}),
      report: async (service, status) => {
        await caller.call(postSendStatus, { body: { service, status } });
      },
    },
    withToken: (token) => createAlcoveClient({ ...options, token }),
  };
}
