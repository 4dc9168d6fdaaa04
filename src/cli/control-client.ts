import { request as openRequest } from 'node:http';
import * as z from 'zod';
import type { Control } from '../app/http/control-server.ts';
import {
  dashboardLink,
  faucetGift,
  folderRemoved,
  platformQuote,
  receiptCheck,
  revoked,
  storageMoveStarted,
} from '../contract/control.ts';
import { chainCheck } from '../contract/dashboard-api/administration/chain-check.ts';
import { recoveryCheck, recoveryFile } from '../contract/dashboard-api/administration/recovery.ts';
import { createdToken, tokenList } from '../contract/dashboard-api/auth.ts';
import { blockedContent, blockedList, unblocked } from '../contract/dashboard-api/content.ts';
import {
  folderPreview,
  watchedFolder,
  watchedFolderList,
} from '../contract/dashboard-api/library/watched-folders.ts';
import { order } from '../contract/dashboard-api/orders.ts';
import { problemDocument } from '../contract/problems.ts';
import { controlPath } from '../core/data-folder/control-path.ts';
import { serveChainOnNode } from './chain-serve-client.ts';
import { noResponse } from './no-response.ts';
import { verifyOnNode } from './verify-client.ts';

/** A control of this process, or the client of one. */
export type AnyControl = {
  [K in keyof Control]: (
    ...p: Parameters<Control[K]>
  ) => Awaited<ReturnType<Control[K]>> | Promise<Awaited<ReturnType<Control[K]>>>;
};

function call(
  dataDir: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = openRequest({ socketPath: controlPath(dataDir), method, path }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', (cause) => reject(noResponse(cause)));
    sent.end(body && JSON.stringify(body));
  });
}

async function ask<S extends z.ZodType>(
  schema: S,
  ...parameters: Parameters<typeof call>
): Promise<z.output<S>> {
  const { status, text } = await call(...parameters);
  const result: unknown = JSON.parse(text);
  if (status === 200) return schema.parse(result);
  const problem = problemDocument.safeParse(result);
  throw new Error(
    problem.success
      ? problem.data.detail
      : `The process that uses the data folder answered with status ${status}.`,
  );
}

/** Creates a control that sends commands to the process that holds the data folder. */
export function controlClient(dataDir: string): {
  [K in keyof Control]: (...p: Parameters<Control[K]>) => Promise<Awaited<ReturnType<Control[K]>>>;
} {
  return {
    createToken: (token) => ask(createdToken, dataDir, 'POST', '/tokens', token),
    listTokens: () => ask(tokenList, dataDir, 'GET', '/tokens'),
    revokeToken: (token) => ask(revoked, dataDir, 'POST', '/tokens/revoke', { token }),
    verify: (options) => verifyOnNode(dataDir, options),
    block: (request) => ask(blockedContent, dataDir, 'POST', '/blocked', request),
    unblock: (id) => ask(unblocked, dataDir, 'POST', '/blocked/lift', { content_id: id }),
    listBlocked: () => ask(blockedList, dataDir, 'GET', '/blocked'),
    dashboard: () => ask(dashboardLink, dataDir, 'GET', '/dashboard'),
    faucet: (gift) => ask(faucetGift, dataDir, 'POST', '/chain/faucet', gift),
    checkReceipt: (receipt) => ask(receiptCheck, dataDir, 'POST', '/receipts/check', receipt),
    makeRecovery: (request) => ask(recoveryFile, dataDir, 'POST', '/recovery', request),
    checkRecovery: (request) => ask(recoveryCheck, dataDir, 'POST', '/recovery/check', request),
    checkChain: (request) => ask(chainCheck, dataDir, 'POST', '/chain/check', request),
    quotePlatform: () => ask(platformQuote, dataDir, 'GET', '/chain/platform'),
    orderPlatform: () => ask(order, dataDir, 'POST', '/chain/platform'),
    listFolders: () => ask(watchedFolderList, dataDir, 'GET', '/folders'),
    previewFolder: (request) => ask(folderPreview, dataDir, 'POST', '/folders/preview', request),
    watchFolder: (request) => ask(watchedFolder, dataDir, 'POST', '/folders', request),
    removeFolder: (id) => ask(folderRemoved, dataDir, 'POST', '/folders/remove', { id }),
    moveStorage: (request) => ask(storageMoveStarted, dataDir, 'POST', '/storage/move', request),
    serveChain: (serving) => serveChainOnNode(dataDir, serving),
  };
}
