import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { randomBytes } from '../random-bytes.ts';

export type Ask = (
  path: string,
  init?: { method?: string; body?: Uint8Array<ArrayBuffer> },
) => Promise<Response>;

/** Uploads that go on until they are ended. Each is acknowledged, or refused for a while: any other answer is a failure. */
export class Uploading {
  /** The bytes of each acknowledged content. */
  readonly acknowledged = new Map<string, Buffer>();
  refused = 0;
  #isOver = false;
  readonly #running: Promise<void>[] = [];

  start(ask: Ask): void {
    this.#running.push(this.#run(ask));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /** @returns the id, or undefined when it was refused */
  async once(ask: Ask): Promise<string | undefined> {
    const bytes = randomBytes(1 + Math.floor(Math.random() * 50_000));
    const answer = await ask('/api/v1/storage', { method: 'POST', body: new Uint8Array(bytes) });
    const content = (await answer.json()) as { content_id: string };
    if (answer.status === 503) {
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      this.refused += 1;
      return undefined;
    }
    expect(answer.status, JSON.stringify(content)).toBe(201);
    this.acknowledged.set(content.content_id, bytes);
    return content.content_id;
  }

  async expectAllAt(ask: Ask): Promise<void> {
    for (const id of this.acknowledged.keys()) await this.expectAt(ask, id);
  }

  async expectAt(ask: Ask, id: string): Promise<void> {
    const answer = await ask(`/api/v1/storage/${id}`);
    expect(answer.status, id).toBe(200);
    expect(this.acknowledged.get(id)?.equals(Buffer.from(await answer.arrayBuffer())), id).toBe(true);
  }

  async #run(ask: Ask): Promise<void> {
    while (!this.#isOver) if (!(await this.once(ask))) await delay(100);
  }
}
