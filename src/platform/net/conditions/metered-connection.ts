import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const timeoutMs = 5_000;
/** NM_METERED_YES and NM_METERED_GUESS_YES of NetworkManager's D-Bus interface. */
const metered = new Set(['1', '3']);

const nameAndInterface = 'org.freedesktop.NetworkManager';
const query = [
  '--system',
  '--auto-start=no',
  'get-property',
  nameAndInterface,
  '/org/freedesktop/NetworkManager',
  nameAndInterface,
  'Metered',
];

/** Returns whether NetworkManager reports this computer's connection as metered; false without NetworkManager. */
export async function isConnectionMetered(signal: AbortSignal): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('busctl', query, {
      signal,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: 4096,
    });
    return metered.has(/^u (\d+)\s*$/.exec(stdout)?.[1] ?? '');
  } catch {
    // The program, service or property is missing, or did not respond in time.
    return false;
  }
}
