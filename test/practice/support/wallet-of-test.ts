import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '../../../src/core/log/logger.ts';
import { PracticeWallet } from '../../../src/features/practice/wallet/practice-wallet.ts';
import type { BridgeMessage } from '../../../src/features/practice/wallet/wallet-bridge.ts';
import { WalletFile } from '../../../src/features/practice/wallet/wallet-file.ts';
import { WalletChannel } from '../../../src/features/practice/wallet/wallet-protocol.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { WalletChain } from './wallet-chain.ts';

/** Recipient of the requests of a test. */
const recipient = `0:${'1'.repeat(64)}`;

/** A practice wallet whose process a test ends and starts again. */
export class WalletOfTest {
  readonly #folder = temporaryFolder();
  readonly chain = new WalletChain();
  readonly posted: BridgeMessage[] = [];
  #ending = new AbortController();
  file = new WalletFile(join(this.#folder, 'user.json'));
  wallet = this.#open();

  /** Ends the process; the next one reads the file. */
  restart(): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.file = new WalletFile(join(this.#folder, 'user.json'));
    this.wallet = this.#open();
  }

  /** Ends the process before or after a later write, counted from 1; returns whether it has ended. */
  endAt(write: number, order: 'before' | 'after'): () => boolean {
    const { file } = this;
    const change = file.change.bind(file);
    let count = 0;
    file.change = (changes) => {
      count += 1;
      if (count === write && order === 'after') change(changes);
      if (count < write) return change(changes);
      this.#ending.abort();
      throw new Error('The process has ended.');
    };
    return () => count >= write;
  }

  close(): void {
    this.#ending.abort();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #open(): PracticeWallet {
    return new PracticeWallet({
      file: this.file,
      chain: this.chain.access,
      bridge: { post: (message) => this.posted.push(message) },
      logger: createLogger('silent'),
      signal: this.#ending.signal,
    });
  }

  /** Connects an app. */
  async connect(host = 'app.example'): Promise<AppOfTest> {
    const app = new AppOfTest(this);
    const request = { manifestUrl: `https://${host}/manifest.json`, items: [] };
    this.wallet.open({ app: app.id, request });
    this.wallet.answer((await this.wallet.view()).link?.id ?? '', true);
    app.key = this.posted.at(-1)?.from ?? '';
    return app;
  }
}

/** An app with a connection to the wallet. */
export class AppOfTest {
  readonly #channel = new WalletChannel();
  readonly #of: WalletOfTest;
  /** The session of the wallet. */
  key = '';

  constructor(of: WalletOfTest) {
    this.#of = of;
  }

  get id(): string {
    return this.#channel.session.sessionId;
  }

  /** Returns a request to send money as the bridge delivers it. */
  request(id: string, message: object = {}, transaction: object = {}): BridgeMessage {
    const messages = [{ address: recipient, amount: '1000', ...message }];
    const params = [JSON.stringify({ messages, ...transaction })];
    const encrypted = this.#channel.encrypt(this.key, { id, method: 'sendTransaction', params });
    return { from: this.id, to: this.key, message: encrypted };
  }

  ask(id: string, message?: object, transaction?: object): void {
    this.#of.wallet.receive(this.request(id, message, transaction));
  }

  /** Returns what the wallet has sent to this app. */
  received(): unknown[] {
    return this.#of.posted
      .filter(({ to }) => to === this.id)
      .map(({ from, message }) => this.#channel.decrypt(from, message));
  }
}
