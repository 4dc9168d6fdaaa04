import { localUpload } from '../../src/contract/local.ts';
import { formatBytes } from './format.ts';
import { CallError, callErrorFrom, notUnderstood, parseJson } from './problem.ts';
import type { SendFile } from './upload-queue.ts';

interface SendOptions {
  key: string;
  /** The largest upload that the node takes, in bytes; null while not known. */
  maxBytes(): number | null;
  onUnauthorized(): void;
}

/** Base64 of the name in UTF-8: header values cannot carry other letters. */
export function encodeFileName(name: string): string {
  return btoa(Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte)).join(''));
}

/** Uploads by XMLHttpRequest, the one browser interface that tells how much was sent. */
export function createSendFile({ key, maxBytes, onUnauthorized }: SendOptions): SendFile {
  return (file, onProgress, signal) =>
    new Promise((resolve, reject) => {
      const most = maxBytes();
      // The node would cut the connection in the middle, and the browser could not tell why.
      if (most !== null && file.size > most) {
        reject(tooLarge(file.size, most));
        return;
      }
      const request = new XMLHttpRequest();
      request.open('POST', '/local/content');
      request.setRequestHeader('Authorization', `Bearer ${key}`);
      request.setRequestHeader('X-File-Name', encodeFileName(file.name));
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onload = () => {
        if (request.status === 401) onUnauthorized();
        const answer = localUpload.safeParse(parseJson(request.responseText));
        if (request.status >= 300) reject(callErrorFrom(request.status, request.responseText));
        else if (answer.success) resolve(answer.data);
        else reject(notUnderstood(answer.error));
      };
      request.onerror = () => reject(brokenOff());
      request.onabort = () => reject(brokenOff());
      signal.addEventListener('abort', () => request.abort());
      request.send(file);
    });
}

function tooLarge(size: number, most: number): CallError {
  return new CallError({
    title: 'The file is too large',
    detail: `It has ${formatBytes(size)}; this node takes files of up to ${formatBytes(most)}.`,
    code: 'payload_too_large',
  });
}

function brokenOff(): CallError {
  return new CallError({
    title: 'The upload broke off',
    detail: 'The node stopped answering, or the file was changed or moved meanwhile. Nothing was stored.',
  });
}
