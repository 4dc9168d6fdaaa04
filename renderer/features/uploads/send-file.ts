import { AlcoveError, createLocalClient } from '@alcove/client';
import type { LocalUpload } from '../../../src/contract/dashboard-api/content.ts';
import { CallError, callErrorFrom, errorTexts } from '../../lib/api/call-error.ts';
import { formatDistinctBytes } from '../../lib/format/format.ts';
import type { SendFile } from './upload-queue.ts';

type OnProgress = Parameters<SendFile>[1];

interface SendOptions {
  /** Resolves with a token that was not refused, after the node has proved that it issued the token. */
  token(signal: AbortSignal): Promise<string>;
  /** The upload limit of the node, in bytes; null while unknown. */
  maxBytes(): number | null;
  onUnauthorized(token: string): void;
  onLost(): void;
}

/** Limit of restarts of a stalled upload. */
const maxStalls = 3;

/** Creates the function that uploads to this page's own node; rejects with a `CallError`, or the signal's reason. */
export function createSendFile({ token, maxBytes, onUnauthorized, onLost }: SendOptions): SendFile {
  async function sendFile(
    file: File,
    onProgress: OnProgress,
    signal: AbortSignal,
    stalls = 0,
  ): Promise<LocalUpload> {
    const used = await token(signal).catch((error: unknown) => {
      throw error instanceof AlcoveError ? brokenOff() : error;
    });
    const max = maxBytes();
    // The node would close the connection, and the browser would not report the reason.
    if (max !== null && file.size > max) throw tooLarge(file.size, max);
    let hasMoved = false;
    try {
      return await createLocalClient({ url: '', token: used }).upload(file, file.name, {
        onProgress: (sent) => {
          hasMoved = true;
          onProgress(sent);
        },
        signal,
      });
    } catch (error) {
      if (isStall(error) && stalls < maxStalls) {
        onLost();
        onProgress(0);
        // An upload that never started does not count as stalled, because it may only have waited for a connection.
        return sendFile(file, onProgress, signal, hasMoved ? stalls + 1 : stalls);
      }
      if (error instanceof AlcoveError && error.failure === 'no_response') {
        onLost();
        throw brokenOff();
      }
      const callError = callErrorFrom(error);
      if (callError?.status === 401) {
        onUnauthorized(used);
        onProgress(0);
        // After a refused session, the file waits for the next session.
        return sendFile(file, onProgress, signal, stalls);
      }
      if (callError?.code === 'blocked') throw blockedHere();
      throw callError ?? error;
    }
  }
  return (file, onProgress, signal) => sendFile(file, onProgress, signal);
}

/** Returns whether the upload stalled, possibly because the browser's network process failed. */
const isStall = (error: unknown): boolean =>
  error instanceof AlcoveError && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';

function tooLarge(bytes: number, maxBytes: number): CallError {
  const [size, max] = formatDistinctBytes(bytes, maxBytes);
  return new CallError({ ...errorTexts('problems.tooLarge', { size, max }), code: 'payload_too_large' });
}

const blockedHere = () => new CallError({ ...errorTexts('problems.blockedHere'), code: 'blocked' });

const brokenOff = () => new CallError(errorTexts('problems.brokenOff'));
