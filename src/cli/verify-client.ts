import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { VerifyOptions } from '../app/http/control-server.ts';
import { type VerificationLine, type VerificationResult, verificationLine } from '../contract/control.ts';
import { controlPath } from '../core/data-folder/control-path.ts';
import { noResponse } from './no-response.ts';

/** Verifies in the process that holds the data folder, which streams its progress. */
export function verifyOnNode(
  dataDir: string,
  { signal, onProgress }: VerifyOptions = {},
): Promise<VerificationResult> {
  return new Promise((resolve, reject) => {
    const options = { socketPath: controlPath(dataDir), method: 'POST', path: '/verify' };
    const sent = request({ ...options, ...(signal && { signal }) });
    let ended = noResponse;
    const fail = (cause: unknown) => reject(signal?.aborted ? signal.reason : ended(cause));
    sent.on('error', fail);
    sent.on('response', (response) => {
      ended = brokenOff;
      response.on('error', fail);
      const lines = createInterface({ input: response });
      lines.on('error', fail);
      lines.on('line', (text) => {
        const line = lineOf(text);
        if (!line) fail(text);
        else if ('progress' in line) onProgress?.(line.progress);
        else if ('result' in line) resolve(line.result);
        else reject(new Error(line.problem.detail));
      });
      // Has no effect after the last line.
      lines.on('close', () => fail('no result'));
    });
    sent.end();
  });
}

const brokenOff = (cause: unknown): Error =>
  new Error('The node stopped before all files were verified. Try again when it is running.', { cause });

function lineOf(text: string): VerificationLine | undefined {
  try {
    return verificationLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
