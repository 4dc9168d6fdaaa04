import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A separate session bus, like that of a desktop. */
export interface SessionBus {
  address: string;
  stop(): Promise<void>;
}

export async function startSessionBus(): Promise<SessionBus> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface(daemon.stdout), 'line')) as [string];
  return { address, stop: () => end(daemon) };
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
