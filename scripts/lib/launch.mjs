import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from './paths.mjs';
import { exitCodeOf } from './run.mjs';

/** Returns whether this session has a display. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Returns the switches that Electron needs on this computer in a checkout. */
export function electronSwitches() {
  if (process.platform !== 'linux') return [];
  const switches = [];
  if (process.getuid() === 0) switches.push('--no-sandbox');
  if (!existsSync('/dev/dri')) switches.push('--disable-gpu');
  if (!process.env.DISPLAY && process.env.WAYLAND_DISPLAY) switches.push('--ozone-platform=wayland');
  return switches;
}

/** Runs the app on this terminal, forwards signals to it, and exits with its exit code. */
export function become(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // On a terminal, the app receives Ctrl-C directly.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.exitCode = code ?? exitCodeOf(signal);
      resolve();
    });
  });
}
