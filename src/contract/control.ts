import * as z from 'zod';
import { address, anyContentId, nanoTon } from './common.ts';
import { chainCheckRequest } from './dashboard-api/administration/chain-check.ts';
import { watchedFolderId, watchMode } from './dashboard-api/library/watched-folders.ts';
import { nodeMessage } from './messages/message.ts';
import { problemDocument } from './problems.ts';

/**
 * Requests of commands to the process that holds the data folder. Only the same user of the computer can open its
 * control socket.
 */

export const tokenName = z.object({ token: z.string().min(1).max(200) });

export const revoked = z.object({ revoked: z.boolean() });

export const verification = z.object({
  verified: z.int(),
  damaged: z.array(z.object({ content_id: z.string(), problem: z.enum(['missing', 'damaged']) })),
});
export type VerificationResult = z.infer<typeof verification>;

/** Progress of a verification: checked contents and their total. */
export const verificationProgress = z.object({ verified: z.int(), contents: z.int() });
export type VerificationProgress = z.infer<typeof verificationProgress>;

/** A verification has no time limit: the response consists of lines of JSON, the last of which is the result. */
export const verificationLine = z.union([
  z.object({ progress: verificationProgress }),
  z.object({ result: verification }),
  z.object({ problem: problemDocument }),
]);
export type VerificationLine = z.infer<typeof verificationLine>;

/** Names a content; blocking uses the documents of the dashboard API. */
export const contentIdRequest = z.object({ content_id: anyContentId });

/** The dashboard's address with a code for one session in the fragment, which browsers never send. */
export const dashboardLink = z.object({ dashboard_url: z.url() });

/** Test money from the faucet of the embedded chain. */
export const faucetGift = z.object({
  address: z.string().min(1).max(100),
  nano_ton: z.string().regex(/^\d{1,20}$/),
});
export type FaucetGift = z.infer<typeof faucetGift>;

/** Serves the embedded chain until the response ends; the response is one line on a connection that stays open. */
export const chainServeRequest = z.object({ port: z.int().min(0).max(65_535) });

export const chainListening = z.object({ url: z.url() });
export type ChainListening = z.infer<typeof chainListening>;

/** The result of comparing a receipt with the chain, and the current holder of its licence. */
export const receiptCheck = z.object({ problem: nodeMessage.nullable(), owner: address.nullable() });
export type ReceiptCheck = z.infer<typeof receiptCheck>;

/** Which network to check; the dashboard may also try other services. */
export const networkToCheck = chainCheckRequest.pick({ network: true });

/** What this node's platform lacks, and its price in nanograms. */
export const platformQuote = z.object({
  need: z.enum(['deployment', 'metadata']),
  platform: address,
  /** The fee wallet, which pays. */
  wallet: address,
  balance: nanoTon,
  /** Upper limit of the amount that leaves the wallet. */
  most: nanoTon,
  /** The part of `most` that stays in the platform contract. */
  deposit: nanoTon,
});
export type PlatformQuote = z.infer<typeof platformQuote>;

/** A folder of this computer. Only commands may name a path, because they run as the user of the node. */
export const folderPath = z.object({ path: z.string().min(1).max(4096) });

export const folderToWatch = folderPath.extend({ mode: watchMode });
export type FolderToWatch = z.infer<typeof folderToWatch>;

export const folderToRemove = z.object({ id: watchedFolderId });

export const storageMoveStarted = z.object({ folder: z.string() });

export const folderRemoved = z.object({ removed: z.literal(true) });
