import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { interleave, median, quantile, ratio } from './lib/measure.ts';
import type { Report } from './lib/report.ts';
import { startAlcove, startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';

const uploader = fileURLToPath(new URL('./clients/upload-on-and-on.ts', import.meta.url));
const requests = 600;
const intervalMs = 10;

/** Measures the response time of small JSON documents and the delay of the event loop during two large uploads. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const delayFile = join(bench.folder('delay'), 'p99');
  const delayMonitor = new URL(`./lib/event-loop-delay.mjs?file=${delayFile}`, import.meta.url);
  const node = await startAlcove(bench, 'alcove', [`--import=${delayMonitor}`]);
  const express = await startBaseline(bench, 'express-upload', bench.folder('express'));
  const underUploads = async (uploadUrl: string, jsonUrl: string) => {
    const uploaders = await Promise.all(
      [1, 2].map(() => bench.server(process.execPath, [uploader, uploadUrl, node.token])),
    );
    await sleep(500);
    process.kill(node.pid, 'SIGUSR2');
    const times = await probe(jsonUrl);
    process.kill(node.pid, 'SIGUSR2');
    await Promise.all(uploaders.map((process) => process.end()));
    return quantile(times, 0.99);
  };
  const delays: number[] = [];

  const rounds = await interleave(
    { rounds: 3, budgetMs: 40_000 },
    {
      alcove: async () => {
        const p99 = await underUploads(`${node.url}/api/v1/storage`, `${node.url}/api/v1/network.info`);
        delays.push(Number(readFileSync(delayFile, 'utf8')));
        return p99;
      },
      express: () => underUploads(express.url, express.url),
    },
  );

  report.figure('Express pipeline, p99', rounds.express, 'ms');
  report.figure('Alcove, p99', rounds.alcove, 'ms');
  report.goal('Alcove, p99', median(rounds.alcove), 'ms', { sign: '≤', bound: 10 });
  const ofExpress = ratio(rounds.alcove, rounds.express);
  report.goal('Alcove / Express pipeline, p99', ofExpress, '×', { sign: '≤', bound: 1 });
  report.goal('Alcove, lateness of its event loop, p99', median(delays), 'ms', {
    sign: '≤',
    bound: 20,
  });
}

/**
 * Returns the durations in ms of many GETs, which are sent at even intervals whether or not earlier ones were answered.
 */
async function probe(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: Promise<number>[] = [];
  const started = performance.now();
  for (let index = 0; index < requests; index += 1) {
    await sleep(Math.max(0, started + index * intervalMs - performance.now()));
    times.push(timeOf(url, agent));
  }
  const all = await Promise.all(times);
  agent.destroy();
  return all;
}

function timeOf(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - started));
    }).once('error', reject);
  });
}
