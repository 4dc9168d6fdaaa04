import * as z from 'zod';
import { address, anyAddress, done, licenceKind, nanoTon, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { listQuery, pageFields } from '../lists.ts';
import { nodeMessage } from '../messages/message.ts';
import { walletConnection } from './auth.ts';
import { payer } from './chain.ts';
import { marketItem } from './market.ts';

/** Delivery of a purchase to this node. */
export const delivery = z.object({
  /** `undecided`: neither ordered here nor accepted, so nothing is requested. */
  state: z.enum(['waiting', 'fetching', 'here', 'failed', 'undecided']),
  /** Why it waits or failed, and the remedy. */
  message: nodeMessage.nullable(),
  /** Bytes of the encrypted file. */
  received: z.int(),
  size: z.int().nullable(),
  /** Nodes that may give the key once the wallet app that holds the licence has signed in there, best first. */
  sign_in_hosts: z.array(z.string()),
});
export type LicenceDelivery = z.infer<typeof delivery>;

/** A licence that a wallet of this node's owner holds. */
export const ownedLicence = z.object({
  licence_address: address,
  kind: licenceKind,
  owner: address,
  /** The wallet of this node that owns it; null: a wallet that is not connected. */
  payer: payer.nullable(),
  /** What its holder paid: to the previous holder, or at its issue; null: the previous holder gave it. */
  price: nanoTon.nullable(),
  issued_at: timestamp,
  /** When its holder bought it from the previous one, otherwise its issue. */
  bought_at: timestamp,
  /** The price of its offer; null when it is not offered. */
  offer: nanoTon.nullable(),
  /** The owner's decision: ordered on this node, accepted or declined; null: pending. */
  decision: z.enum(['ordered', 'accepted', 'declined']).nullable(),
  content: marketItem,
  /** Delivery of file and key of an encrypted content; null when it is not encrypted. */
  delivery: delivery.nullable(),
  /** Whether the receipt of the delivering node is stored here. */
  receipt: z.boolean(),
});
export type OwnedLicence = z.infer<typeof ownedLicence>;

/** `kept`: ordered here or accepted; `given`: received from others and undecided; `declined`. */
export const shownLicences = z.enum(['kept', 'given', 'declined']);
export type ShownLicences = z.infer<typeof shownLicences>;

export const purchases = z.object({
  licences: z.array(ownedLicence),
  ...pageFields,
  counts: z.object({
    kept: z.int(),
    given: z.int(),
    declined: z.int(),
    /** Number of `given` licences from before this node first read the chain; the owner decides about them together. */
    found: z.int(),
  }),
});
export type Purchases = z.infer<typeof purchases>;

export const getPurchases = {
  method: 'GET',
  path: '/local/purchases',
  summary: 'List the licences of the owner, newest first',
  query: listQuery.extend({ shown: shownLicences.default('kept') }),
  responses: { 200: { description: 'A page', schema: purchases } },
} as const satisfies EndpointContract;

const byLicence = z.object({ address: anyAddress });

export const postDeliver = {
  method: 'POST',
  path: '/local/purchases/{address}/deliver',
  summary: 'Accept a licence, and start to fetch its content',
  params: byLicence,
  responses: { 200: { description: 'The licence', schema: ownedLicence } },
  problems: ['not_found', 'chain_unavailable'],
} as const satisfies EndpointContract;

export const postDecline = {
  method: 'POST',
  path: '/local/purchases/{address}/decline',
  summary: 'Decline a licence that was not bought here; its content is not fetched',
  params: byLicence,
  responses: { 200: { description: 'The licence', schema: ownedLicence } },
  problems: ['not_found', 'chain_unavailable'],
} as const satisfies EndpointContract;

export const getReceipt = {
  method: 'GET',
  path: '/local/purchases/{address}/receipt',
  summary: 'Download the receipt of a licence',
  params: byLicence,
  responses: { 200: { description: 'The receipt', mediaType: 'application/json' } },
  problems: ['not_found'],
} as const satisfies EndpointContract;

/** Progress of getting a key by the sign-in of a wallet app. */
export const keySignIn = z.object({
  delivery: delivery.nullable(),
  /** The last link for this licence; null if there is none, or if its sign-in is complete. */
  connection: walletConnection.nullable(),
});
export type KeySignIn = z.infer<typeof keySignIn>;

export const getKeySignIn = {
  method: 'GET',
  path: '/local/purchases/{address}/sign-in',
  summary: 'Get the progress of a sign-in for the key of a licence',
  params: byLicence,
  responses: { 200: { description: 'The progress', schema: keySignIn } },
  problems: ['not_found'],
} as const satisfies EndpointContract;

export const keySignInRequest = z.object({
  /** One of `sign_in_hosts`. */
  host: z.string().max(300),
  wallet_app_name: z.string().min(1).max(64).optional(),
});
export type KeySignInRequest = z.infer<typeof keySignInRequest>;

export const postKeySignIn = {
  method: 'POST',
  path: '/local/purchases/{address}/sign-in',
  summary: 'Start to sign in on another node with the wallet app that holds a licence, to get its key there',
  description: 'The link asks for one proof, for that node. Another link of this kind ends.',
  params: byLicence,
  body: { schema: keySignInRequest },
  responses: { 201: { description: 'A link to open in the wallet', schema: walletConnection } },
  problems: ['not_found', 'peer_unreachable', 'peer_invalid', 'peer_refused'],
} as const satisfies EndpointContract;

export const deleteKeySignIn = {
  method: 'DELETE',
  path: '/local/purchases/{address}/sign-in',
  summary: 'Cancel the sign-in for the key of a licence',
  params: byLicence,
  responses: { 200: { description: 'Ended', schema: done } },
} as const satisfies EndpointContract;

/** Whether to deliver all of them, or to decide about each. */
export const foundLicencesDecision = z.object({ answer: z.enum(['deliver_all', 'decide_each']) });
export type FoundLicencesDecision = z.infer<typeof foundLicencesDecision>;

export const postFound = {
  method: 'POST',
  path: '/local/purchases/found',
  summary: 'Accept or decline the licences that the first read of the chain found',
  body: { schema: foundLicencesDecision },
  responses: { 200: { description: 'Done', schema: done } },
  problems: ['chain_unavailable'],
} as const satisfies EndpointContract;
