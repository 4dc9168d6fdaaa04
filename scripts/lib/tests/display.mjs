import { spawn } from 'node:child_process';
import { SetUpError } from '../console.mjs';

/**
 * Runs `work` with the environment of a separate invisible display, which ends with it. Systems other than Linux use
 * the display of the session.
 */
export async function withHiddenDisplay(work) {
  if (process.platform !== 'linux') return work(process.env);
  const { server, number } = await startXvfb();
  const end = () => server.kill('SIGTERM');
  process.once('exit', end);
  try {
    const { WAYLAND_DISPLAY: _, ...env } = process.env;
    return await work({ ...env, DISPLAY: `:${number}` });
  } finally {
    process.off('exit', end);
    await ended(server, end);
  }
}

/** The server selects a free number itself and writes it to descriptor 3 when it is ready. */
function startXvfb() {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why) =>
      reject(new SetUpError(`Xvfb did not start: ${why}`, 'try it alone: Xvfb -displayfd 1'));
    server.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    server.on('error', (error) => fail(error.message));
    server.on('exit', (code) => fail(`exit code ${code} ${said}`));
    server.stdio[3].once('data', (number) => resolve({ server, number: String(number).trim() }));
  });
}

function ended(server, end) {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', resolve);
    end();
  });
}
