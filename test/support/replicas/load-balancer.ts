import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  example,
  freePorts,
  makeCertificate,
  replaced,
  runProxy,
} from '../../platform/http/reverse-proxy.ts';
import type { Ask } from './uploading.ts';

export interface LoadBalancer {
  /** Returns a client with an address of its own, which keeps its connection. */
  client(localAddress: string, token: string): Ask;
  stop(): Promise<void>;
}

/**
 * Runs HAProxy with the configuration in docs/operations; only addresses, the certificate, and what takes the rights of
 * root are replaced.
 */
export async function startLoadBalancer(
  folder: string,
  replicas: readonly [string, string],
): Promise<LoadBalancer> {
  mkdirSync(folder);
  const ports = await freePorts();
  const { certificate, key } = makeCertificate(folder);
  const ca = readFileSync(certificate);
  const pem = join(folder, 'haproxy.pem');
  writeFileSync(pem, Buffer.concat([ca, readFileSync(key)]));
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(
    config,
    replaced(example('haproxy.cfg'), [
      [/^ +(user|group) haproxy\n/gm, ''],
      [/maxconn 20000/, 'maxconn 1000'],
      [/bind :80$/m, `bind 127.0.0.1:${ports.http}`],
      [/bind :443 /, `bind 127.0.0.1:${ports.https} `],
      [/\/etc\/haproxy\/node\.example\.org\.pem/, pem],
      [/10\.0\.0\.11:8471/g, new URL(replicas[0]).host],
      [/10\.0\.0\.12:8471/g, new URL(replicas[1]).host],
    ]),
  );
  const haproxy = await runProxy('haproxy', ['-db', '-f', config], { folder, port: ports.https });
  const agents: Agent[] = [];
  return {
    client: (localAddress, token) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress, ca });
      agents.push(agent);
      const headers = { host: 'node.example.org', authorization: `Bearer ${token}` };
      const to = { host: '127.0.0.1', port: ports.https, servername: 'localhost', agent, headers };
      return async (path, { method = 'GET', body } = {}) => {
        const sent = request({ ...to, path, method });
        sent.end(body);
        const [answer] = await once(sent, 'response');
        return new Response(await buffer(answer), { status: answer.statusCode });
      };
    },
    stop: () => {
      for (const agent of agents) agent.destroy();
      return haproxy.stop();
    },
  };
}
