import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { controlClient } from '../../src/cli/control-client.ts';
import { answerOf, openRequest } from '../platform/http/https-request.ts';
import { freePorts, missingProgram, startProxy } from '../platform/http/reverse-proxy.ts';
import { serveNode } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

/** Longer than every pause that is allowed: 60 s. */
const seconds = 90;

it.concurrent.each(['nginx', 'caddy'] as const)(
  'does not cut a slow upload through %s',
  async (name) => {
    if (missingProgram(name, 'openssl')) return;
    const root = temporaryFolder();
    const dataDir = join(root, 'public');
    mkdirSync(dataDir);
    const ports = await freePorts();
    const origin = `https://localhost:${ports.https}`;
    const node = await serveNode(
      dataDir,
      ...['--public', '--public-host', origin, '--set', 'http.trusted_proxies=127.0.0.1'],
    );
    const proxy = await startProxy(name, { folder: root, nodeUrl: node.ready.node_url, ports });
    try {
      const { token } = await controlClient(dataDir).createToken({ name: 'test', scopes: ['storage:write'] });
      const { sent, response } = openRequest(`${origin}/api/v1/storage`, {
        ca: readFileSync(join(root, 'certificate.pem')),
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-length': seconds * 1024 },
      });
      const hash = createHash('sha256');
      for (let second = 0; second < seconds; second += 1) {
        const block = Buffer.alloc(1024, second);
        hash.update(block);
        sent.write(block);
        // This test is about the rate.
        await Promise.race([sleep(1000), response]);
      }
      sent.end();
      const answer = await answerOf(await response);
      expect(answer.status, proxy.log()).toBe(201);
      expect(answer.json().content_sha256).toBe(hash.digest('hex'));
    } finally {
      await proxy.stop();
      await node.end();
      rmSync(root, { recursive: true, force: true });
    }
  },
  (seconds + 60) * 1000,
);
