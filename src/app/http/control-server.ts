import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import {
  type ChainListening,
  chainServeRequest,
  contentIdRequest,
  type FaucetGift,
  type FolderToWatch,
  faucetGift,
  folderPath,
  folderToRemove,
  folderToWatch,
  networkToCheck,
  type PlatformQuote,
  type ReceiptCheck,
  tokenName,
  type VerificationLine,
  type VerificationProgress,
  type VerificationResult,
} from '../../contract/control.ts';
import type {
  ChainCheck,
  ChainCheckRequest,
} from '../../contract/dashboard-api/administration/chain-check.ts';
import {
  passphraseRequest,
  type RecoveryCheck,
  type RecoveryCheckRequest,
  type RecoveryFile,
  recoveryCheckRequest,
} from '../../contract/dashboard-api/administration/recovery.ts';
import { tokenRequest } from '../../contract/dashboard-api/auth.ts';
import { blockRequest } from '../../contract/dashboard-api/content.ts';
import type { FolderPreview, WatchedFolder } from '../../contract/dashboard-api/library/watched-folders.ts';
import type { Order } from '../../contract/dashboard-api/orders.ts';
import { type Receipt, receipt } from '../../contract/receipt.ts';
import { maxRecoveryFileBytes } from '../../contract/recovery-file.ts';
import { controlPath } from '../../core/data-folder/control-path.ts';
import type { Logger } from '../../core/log/logger.ts';
import { MessageError, message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseStrictJson } from '../../core/strict-json.ts';
import type { TokenAdminService } from '../../features/auth/index.ts';
import type { BlockService } from '../../features/content/index.ts';
import { identify, sendJson } from '../../platform/http/endpoint/adapter.ts';
import { parseInput } from '../../platform/http/endpoint/input.ts';
import { toProblem } from '../../platform/http/endpoint/problem.ts';
import { readText } from '../../platform/http/endpoint/read-body.ts';

/** The commands on a data folder, run in this process or by the process that holds the folder. */
export interface Control extends TokenAdminService, BlockService {
  verify(options?: VerifyOptions): Promise<VerificationResult>;
  dashboard(): { dashboard_url: string };
  faucet(request: FaucetGift): Promise<FaucetGift>;
  serveChain(serving: ChainServing): Promise<void>;
  checkChain(request: ChainCheckRequest): Promise<ChainCheck>;
  /** Returns the price of what this node's platform lacks. */
  quotePlatform(): Promise<PlatformQuote>;
  /** Orders what this node's platform lacks; the fee wallet pays. */
  orderPlatform(): Promise<Order>;
  /** Compares a receipt with the followed chain. */
  checkReceipt(receipt: Receipt): ReceiptCheck;
  listFolders(): { folders: WatchedFolder[] };
  /** Scans a folder of this computer; nothing is added. */
  previewFolder(request: { path: string }): Promise<FolderPreview>;
  watchFolder(request: FolderToWatch): Promise<WatchedFolder>;
  removeFolder(id: string): Promise<{ removed: true }>;
  /** Starts to move all stored files to a folder. */
  moveStorage(request: { path: string }): Promise<{ folder: string }>;
  makeRecovery(request: { passphrase: string }): Promise<RecoveryFile>;
  checkRecovery(request: RecoveryCheckRequest): Promise<RecoveryCheck>;
}

/** Runs until `signal` is aborted. */
export interface ChainServing {
  port: number;
  signal: AbortSignal;
  onListening: (listening: ChainListening) => void;
}

export interface VerifyOptions {
  /** Aborts the verification. */
  signal?: AbortSignal;
  onProgress?: (progress: VerificationProgress) => void;
}

/** The control socket, which answers the commands of the CLI, for the same user of the computer only. */
export class ControlServer {
  readonly #server: Server;
  readonly #path: string;
  readonly #dataDir: string;

  constructor(dataDir: string, control: Control, logger: Logger) {
    this.#path = controlPath(dataDir);
    this.#dataDir = resolve(dataDir);
    this.#server = createServer((request, response) => {
      const id = identify(response);
      readText(request, request.url === '/recovery/check' ? maxRecoveryFileBytes * 1.5 : 64 * 1024)
        .then(async (text) => {
          const call = `${request.method} ${request.url}`;
          if (call === 'POST /verify') await verify(control, response);
          else if (call === 'POST /chain/serve') await serveChain(control, text, response);
          else sendJson(response, 200, await answer(control, call, text));
        })
        .catch((error: unknown) => {
          if (response.destroyed) return;
          if (!(error instanceof NodeError)) logger.error({ request: id, err: error }, 'a command failed');
          const { document } = toProblem(error, id);
          if (response.headersSent) response.end(lineOf({ problem: document }));
          else sendJson(response, document.status, document);
        });
    });
    this.#server.requestTimeout = 0;
  }

  async start(): Promise<void> {
    if (process.platform !== 'win32') {
      const folder = dirname(this.#path);
      // The data folder was made private when it was locked; this folder may be elsewhere.
      if (folder !== this.#dataDir) makePrivateFolder(folder);
      // An existing socket is stale, because this process holds the folder lock.
      rmSync(this.#path, { force: true });
    }
    await new Promise<void>((done, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#path, done);
    });
    if (process.platform !== 'win32') chmodSync(this.#path, 0o600);
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    this.#server.closeAllConnections();
    await closed;
  }
}

function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const owner = lstatSync(path);
  if (!owner.isDirectory() || owner.uid !== userInfo().uid) {
    throw new MessageError(message('startup.socketFolderForeign', { path }));
  }
}

const progressEveryMs = 500;
const lineOf = (line: VerificationLine): string => `${JSON.stringify(line)}\n`;

/** Streams progress; closing the connection ends the verification. */
async function verify(control: Control, response: ServerResponse): Promise<void> {
  const disconnect = new AbortController();
  response.once('close', () => disconnect.abort());
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  response.flushHeaders();
  let reportedAt = 0;
  const result = await control.verify({
    signal: disconnect.signal,
    onProgress: (progress) => {
      if (performance.now() - reportedAt < progressEveryMs) return;
      reportedAt = performance.now();
      response.write(lineOf({ progress }));
    },
  });
  response.end(lineOf({ result }));
}

/** Serves the chain until the client disconnects. */
async function serveChain(control: Control, text: string, response: ServerResponse): Promise<void> {
  const { port } = parseInput(chainServeRequest, parseStrictJson(text), 'body');
  const disconnect = new AbortController();
  response.once('close', () => disconnect.abort());
  await control.serveChain({
    port,
    signal: disconnect.signal,
    onListening: (listening) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.write(`${JSON.stringify(listening)}\n`);
    },
  });
}

async function answer(control: Control, call: string, text: string): Promise<object> {
  switch (call) {
    case 'GET /tokens':
      return control.listTokens();
    case 'POST /tokens':
      return control.createToken(parseInput(tokenRequest, parseStrictJson(text), 'body'));
    case 'POST /tokens/revoke':
      return control.revokeToken(parseInput(tokenName, parseStrictJson(text), 'body').token);
    case 'GET /blocked':
      return control.listBlocked();
    case 'POST /blocked':
      return control.block(parseInput(blockRequest, parseStrictJson(text), 'body'));
    case 'POST /blocked/lift':
      return control.unblock(parseInput(contentIdRequest, parseStrictJson(text), 'body').content_id);
    case 'GET /dashboard':
      return control.dashboard();
    case 'POST /chain/faucet':
      return control.faucet(parseInput(faucetGift, parseStrictJson(text), 'body'));
    case 'POST /chain/check':
      return control.checkChain(parseInput(networkToCheck, parseStrictJson(text), 'body'));
    case 'GET /chain/platform':
      return control.quotePlatform();
    case 'POST /chain/platform':
      return control.orderPlatform();
    case 'POST /receipts/check':
      return control.checkReceipt(parseInput(receipt, parseStrictJson(text), 'body'));
    case 'GET /folders':
      return control.listFolders();
    case 'POST /folders/preview':
      return control.previewFolder(parseInput(folderPath, parseStrictJson(text), 'body'));
    case 'POST /folders':
      return control.watchFolder(parseInput(folderToWatch, parseStrictJson(text), 'body'));
    case 'POST /folders/remove':
      return control.removeFolder(parseInput(folderToRemove, parseStrictJson(text), 'body').id);
    case 'POST /storage/move':
      return control.moveStorage(parseInput(folderPath, parseStrictJson(text), 'body'));
    case 'POST /recovery':
      return control.makeRecovery(parseInput(passphraseRequest, parseStrictJson(text), 'body'));
    case 'POST /recovery/check':
      return control.checkRecovery(parseInput(recoveryCheckRequest, parseStrictJson(text), 'body'));
    default:
      throw new NodeError('not_found', 'http.commandUnknown');
  }
}
