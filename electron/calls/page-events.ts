import type { BrowserWindow, WebContents } from 'electron';
import type { PageEvent } from '../../src/contract/ipc.ts';
import { pageEventChannel } from './ipc-channel.ts';

type Work = (contents: WebContents) => void;

/** More than a person asks for while a page loads. */
const mostWaiting = 20;

/** Brings what the shell asks to the page in the window, once that listens. */
export class PageEvents {
  #contents: WebContents | undefined;
  #waiting: Work[] = [];

  send(event: PageEvent): void {
    this.whenListening((contents) => contents.send(pageEventChannel, event));
  }

  /** Runs `work` with the page, now or when it listens. */
  whenListening(work: Work): void {
    if (this.#contents) work(this.#contents);
    else if (this.#waiting.length < mostWaiting) this.#waiting.push(work);
  }

  /** The page has said that it listens. */
  listen(contents: WebContents): void {
    this.#contents = contents;
    for (const work of this.#waiting.splice(0)) work(contents);
  }

  /** A page that goes away, however, does not listen any more. */
  follow(window: BrowserWindow): void {
    const end = () => {
      this.#contents = undefined;
    };
    window.on('closed', end);
    window.webContents.on('render-process-gone', end);
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) end();
    });
  }
}
