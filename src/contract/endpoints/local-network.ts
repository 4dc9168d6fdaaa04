import * as z from 'zod';
import { anyContentId } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { localContent, peerByHost, share } from '../local.ts';
import * as network from '../local-network.ts';
import { rowsToSkip, topCursor } from '../long-list.ts';
import { foundContentQuery, foundContents } from './network.ts';

/** The dashboard's view of other nodes. */

const done = z.object({ ok: z.literal(true) });
const byId = z.object({ id: z.string().min(1).max(100) });
const byContentId = z.object({ id: anyContentId });
const idProblems = ['invalid_content_id', 'unsupported_content_id'] as const;

export const getPeerHistory = {
  method: 'GET',
  path: '/local/peers/history',
  summary: 'How long a peer took to answer, over time',
  query: peerByHost,
  answers: { 200: { description: 'The newest answers, oldest first', schema: network.peerHistory } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

export const getNetworkMap = {
  method: 'GET',
  path: '/local/network/map',
  summary: 'Which node named which',
  answers: { 200: { description: 'The links', schema: network.networkMap } },
  problems: [],
} as const satisfies EndpointContract;

export const postSelfTest = {
  method: 'POST',
  path: '/local/self-test',
  summary: 'Check everything that this node needs',
  answers: { 200: { description: 'What was found', schema: network.selfTest } },
  problems: [],
} as const satisfies EndpointContract;

export const getTransfers = {
  method: 'GET',
  path: '/local/transfers',
  summary: 'What is on its way from or to other nodes',
  answers: { 200: { description: 'The transfers', schema: network.transferList } },
  problems: [],
} as const satisfies EndpointContract;

export const deleteTransfer = {
  method: 'DELETE',
  path: '/local/transfers/{id}',
  summary: 'Cancel a transfer',
  params: byId,
  answers: { 200: { description: 'Cancelled', schema: done } },
  problems: ['transfer_not_found'],
} as const satisfies EndpointContract;

export const getSync = {
  method: 'GET',
  path: '/local/sync',
  summary: 'How far this node knows what others have',
  answers: { 200: { description: 'The state', schema: network.syncState } },
  problems: [],
} as const satisfies EndpointContract;

export const postSync = {
  method: 'POST',
  path: '/local/sync',
  summary: 'Synchronise now; answers at once',
  answers: { 200: { description: 'It has begun', schema: done } },
  problems: [],
} as const satisfies EndpointContract;

const foundPage = foundContents.extend({ top_cursor: topCursor });
export type FoundPage = z.infer<typeof foundPage>;

export const getFound = {
  method: 'GET',
  path: '/local/found',
  summary: 'What is known to be on other nodes, newest first',
  query: foundContentQuery.extend({ skip: rowsToSkip }),
  answers: { 200: { description: 'A page', schema: foundPage } },
  problems: [],
} as const satisfies EndpointContract;

export const getSubscriptions = {
  method: 'GET',
  path: '/local/subscriptions',
  summary: 'What is kept here without being asked for',
  answers: { 200: { description: 'The subscriptions, newest first', schema: network.subscriptionList } },
  problems: [],
} as const satisfies EndpointContract;

export const postSubscription = {
  method: 'POST',
  path: '/local/subscriptions',
  summary: 'Keep everything here that matches',
  body: { schema: network.subscriptionRequest },
  answers: { 201: { description: 'The subscription', schema: network.subscription } },
  problems: idProblems,
} as const satisfies EndpointContract;

export const deleteSubscription = {
  method: 'DELETE',
  path: '/local/subscriptions/{id}',
  summary: 'End a subscription; what it kept goes when room is needed',
  params: byId,
  answers: { 200: { description: 'Ended', schema: done } },
  problems: ['subscription_not_found'],
} as const satisfies EndpointContract;

export const postCopy = {
  method: 'POST',
  path: '/local/copies',
  summary: 'Fetch a content from other nodes; answers at once',
  body: { schema: network.copyRequest },
  answers: {
    200: { description: 'It is here', schema: network.copyAnswer },
    202: { description: 'It is on its way', schema: network.copyAnswer },
  },
  problems: [...idProblems, 'blocked', 'too_busy'],
} as const satisfies EndpointContract;

export const patchCopy = {
  method: 'PATCH',
  path: '/local/copies/{id}',
  summary: 'Keep a copy for good, or let it go when room is needed',
  params: byContentId,
  body: { schema: network.copyEdit },
  answers: { 200: { description: 'The content', schema: localContent } },
  problems: [...idProblems, 'content_not_found'],
} as const satisfies EndpointContract;

export const getShareHosts = {
  method: 'GET',
  path: '/local/share-hosts',
  summary: 'Public nodes through which content can be shared',
  answers: { 200: { description: 'The nodes', schema: network.shareHostList } },
  problems: [],
} as const satisfies EndpointContract;

export const postShareHost = {
  method: 'POST',
  path: '/local/share-hosts',
  summary: 'Sign in on a public node',
  body: { schema: network.shareSignIn },
  answers: { 200: { description: 'The node', schema: network.shareHost } },
  problems: ['peer_not_found', 'peer_unreachable', 'peer_invalid', 'peer_refused'],
} as const satisfies EndpointContract;

export const deleteShareHost = {
  method: 'DELETE',
  path: '/local/share-hosts',
  summary: 'Sign out of a public node; what is shared there stays shared',
  query: peerByHost,
  answers: { 200: { description: 'Signed out', schema: done } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

export const getShares = {
  method: 'GET',
  path: '/local/shares',
  summary: 'What is on public nodes for this one, also what is no longer here',
  query: peerByHost.partial(),
  answers: { 200: { description: 'The shares, newest first', schema: network.sharedList } },
  problems: [],
} as const satisfies EndpointContract;

export const postShare = {
  method: 'POST',
  path: '/local/content/{id}/shares',
  summary: 'Put a content on a public node; answers at once',
  params: byContentId,
  body: { schema: network.shareRequest },
  answers: { 200: { description: 'How the share stands', schema: share } },
  problems: [
    ...idProblems,
    'content_not_found',
    'licence_required',
    'encrypting',
    'peer_not_found',
    'peer_refused',
  ],
} as const satisfies EndpointContract;

export const deleteShare = {
  method: 'DELETE',
  path: '/local/content/{id}/shares',
  summary: 'Take a content back from a public node; once more when that node could not be told: forget it',
  params: byContentId,
  query: peerByHost,
  answers: { 200: { description: 'It is gone, or withdrawing until the node confirms it', schema: done } },
  problems: [...idProblems, 'share_not_found'],
} as const satisfies EndpointContract;
