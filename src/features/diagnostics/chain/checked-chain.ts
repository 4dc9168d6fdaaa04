import type { Message } from '../../../contract/messages/message.ts';

/** What a platform of this node still lacks. */
type PlatformNeed = 'deployment' | 'metadata' | 'nothing';

/** The address where the platform of a network is expected, and the contract there. */
export interface CheckedPlatform {
  /** In friendly form. */
  address: string;
  /** `own`, `configured`, or the host of the node that announced it. */
  source: string;
  /** undefined: there is no contract at the address; null: one that this version does not know. */
  generation: number | null | undefined;
  /** `nothing` for a platform of others. */
  need: PlatformNeed;
  /** Whether its owner has ordered what it still lacks. */
  isOrdered: boolean;
  /** Effect of the successor that its owner named; null where there is none. */
  successor: Message | null;
}

/** A network to check, which this node follows or may join; answers are cached. */
export interface CheckedChain {
  network: 'embedded' | 'testnet' | 'mainnet';
  quorum: 1 | 2;
  hasKey: boolean;
  services: readonly {
    /** The host; undefined: inside this node. */
    host: string | undefined;
    /** Returns the time of the newest block, in Unix seconds. @throws NodeError `chain_unavailable` */
    newestBlock(): Promise<number>;
  }[];
  /** @throws NodeError `chain_unavailable`, also when services that must agree differ */
  confirm(): Promise<unknown>;
  /**
   * Returns the maximum amounts to send with each message, including network fees, in nanograms.
   * @throws NodeError `chain_unavailable`, also when fees are too high
   */
  costs(): Promise<{ deploy: bigint; deposit: bigint; metadata: bigint; register: bigint; purchase: bigint }>;
  /** @throws NodeError `chain_unavailable`; `precondition_failed` when its texts are too long */
  platform(): Promise<CheckedPlatform>;
  /** The fee wallet; the balance in nanograms. */
  wallet: { address: string; balance(): Promise<bigint> };
  /** Returns the state of the index; undefined: this node does not follow the network. */
  index(): { status: string; message: Message | null; height: number } | undefined;
  close(): void;
}

/** The TON Connect manifest that wallet apps are shown. */
export interface CheckedManifest {
  url(): string;
  /** Returns whether phones can reach an address, judged by its form. */
  isReachable(url: string): boolean;
  /** Returns whether the address is one of this node or of its settings, not of another node. */
  isOwn(url: string): boolean;
  /** Returns whether the address answers with a manifest. */
  answers(url: string, signal: AbortSignal): Promise<boolean>;
}
