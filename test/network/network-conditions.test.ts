import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkConditions } from '../../src/platform/net/conditions/network-conditions.ts';

const usual = { paused: false, pause_on_metered: true, pause_on_battery: false };
let folder = '';
let conditions: NetworkConditions[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-conditions-'));
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
});
afterEach(async () => {
  for (const one of conditions) await one.stop();
  conditions = [];
  vi.unstubAllEnvs();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** A program of this name that answers like NetworkManager's bus, and records its calls. */
function busctl(script: string): () => string[] {
  const calls = join(folder, 'calls');
  writeFileSync(join(folder, 'busctl'), `#!/bin/sh\necho "$@" >> '${calls}'\n${script}\n`);
  chmodSync(join(folder, 'busctl'), 0o755);
  return () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);
}

function conditionsWith(settings: Partial<typeof usual> = {}): NetworkConditions {
  const one = new NetworkConditions({ ...usual, ...settings });
  conditions.push(one);
  return one;
}

const changed = (one: NetworkConditions): Promise<void> =>
  new Promise((resolve) => {
    const end = one.onChange(() => {
      end();
      resolve();
    });
  });

describe('a metered connection', () => {
  it.each([
    ['is metered', 'echo "u 1"', ['metered']],
    ['is probably metered', 'echo "u 3"', ['metered']],
    ['is not metered', 'echo "u 2"', []],
    ['is probably not metered', 'echo "u 4"', []],
    ['is unknown', 'echo "u 0"', []],
    ['has no such service', 'echo "Failed to connect" >&2; exit 1', []],
    ['answers in another form', 'echo "s metered 1"', []],
    ['answers endlessly', 'yes "u 1"', []],
  ])('pauses transfers when it %s', async (_name, script, reasons) => {
    busctl(script);
    const one = conditionsWith();
    await one.start();
    expect(one.pausedBy()).toEqual(reasons);
  });

  it('is queried without starting a service that does not run', async () => {
    const calls = busctl('echo "u 1"');
    await conditionsWith().start();
    expect(calls()).toEqual([
      '--system --auto-start=no get-property org.freedesktop.NetworkManager /org/freedesktop/NetworkManager org.freedesktop.NetworkManager Metered',
    ]);
  });

  it('pauses nothing without the program that reports it', async () => {
    vi.stubEnv('PATH', folder);
    const one = conditionsWith();
    await one.start();
    expect(one.pausedBy()).toEqual([]);
  });

  it('is not queried while no setting uses it', async () => {
    const calls = busctl('echo "u 1"');
    const one = conditionsWith({ pause_on_metered: false });
    await one.start();
    expect(one.pausedBy()).toEqual([]);
    expect(calls()).toEqual([]);
    const change = changed(one);
    one.setSettings(usual);
    await change;
    expect(one.pausedBy()).toEqual(['metered']);
    one.setSettings({ ...usual, pause_on_metered: false });
    expect(one.pausedBy()).toEqual([]);
  });

  it('is queried again after a minute when background work waits', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const calls = busctl('echo "u 1"');
    const one = conditionsWith();
    await one.start();
    vi.advanceTimersByTime(59_999);
    expect(one.pausedBy()).toEqual(['metered']);
    expect(calls()).toHaveLength(1);
    busctl('echo "u 2"');
    vi.advanceTimersByTime(1);
    const change = changed(one);
    expect(one.pausedBy()).toEqual(['metered']);
    expect(one.pausedBy()).toEqual(['metered']);
    await change;
    expect(one.pausedBy()).toEqual([]);
    expect(calls()).toHaveLength(2);
  });

  it('does not delay the stop of the node', async () => {
    busctl('exec sleep 60');
    const one = conditionsWith();
    const started = one.start();
    await one.stop();
    await started;
    expect(one.pausedBy()).toEqual([]);
  });
});

describe('other pauses', () => {
  it('are reported immediately, and only on changes', async () => {
    busctl('echo "u 2"');
    const one = conditionsWith();
    await one.start();
    const reported: string[][] = [];
    const end = one.onChange(() => reported.push(one.pausedBy()));
    one.setOnBattery(true);
    one.setSettings({ ...usual, pause_on_battery: true });
    one.setOnBattery(true);
    one.setSettings({ ...usual, pause_on_battery: true, paused: true });
    one.setOnBattery(false);
    end();
    one.setSettings(usual);
    expect(reported).toEqual([['battery'], ['manual', 'battery'], ['manual']]);
    expect(one.pausedBy()).toEqual([]);
  });
});
