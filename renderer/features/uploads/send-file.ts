import { AlcoveError, createLocalClient } from '@alcove/client';
import type { LocalUpload } from '../../../src/contract/dashboard-api/content.ts';
import { CallError, callErrorFrom } from '../../lib/api/call-error.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import type { SendFile } from './upload-queue.ts';

type OnProgress = Parameters<SendFile>[1];

interface SendOptions {
  /** The token to send with, once there is one that was not refused and the node has proved to be the one that gave it. */
  token(signal: AbortSignal): Promise<string>;
  /** The largest upload that the node takes, in bytes; null while not known. */
  maxBytes(): number | null;
  onUnauthorized(token: string): void;
  onLost(): void;
}

/** So often a file is sent again from its beginning after nothing of it moved. */
const maxStalls = 3;

/** Uploads to this page's own node; rejects with a `CallError`, or as the signal says. */
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
    const most = maxBytes();
    // The node would cut the connection in the middle, and the browser could not tell why.
    if (most !== null && file.size > most) throw tooLarge(file.size, most);
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
        // One that never began may only have waited for a connection.
        return sendFile(file, onProgress, signal, hasMoved ? stalls + 1 : stalls);
      }
      if (error instanceof AlcoveError && error.failure === 'no_answer') {
        onLost();
        throw brokenOff();
      }
      const callError = callErrorFrom(error);
      if (callError?.status === 401) {
        onUnauthorized(used);
        onProgress(0);
        // Nothing is lost by a session that is refused: the file waits for the next one.
        return sendFile(file, onProgress, signal, stalls);
      }
      if (callError?.code === 'blocked') throw blockedHere();
      throw callError ?? error;
    }
  }
  return (file, onProgress, signal) => sendFile(file, onProgress, signal);
}

/** Whether nothing moved any more, which the process of the browser that sends may be the cause of. */
const isStall = (error: unknown): boolean =>
  error instanceof AlcoveError && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';

function tooLarge(size: number, most: number): CallError {
  return new CallError({
    title: () => t('problems.tooLarge.title'),
    detail: () => t('problems.tooLarge.detail', { size: formatBytes(size), most: formatBytes(most) }),
    code: 'payload_too_large',
  });
}

function blockedHere(): CallError {
  return new CallError({
    title: () => t('problems.blockedHere.title'),
    detail: () => t('problems.blockedHere.detail'),
    code: 'blocked',
  });
}

function brokenOff(): CallError {
  return new CallError({
    title: () => t('problems.brokenOff.title'),
    detail: () => t('problems.brokenOff.detail'),
  });
}
