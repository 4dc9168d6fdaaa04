import type { BrowserWindow, WebContents } from 'electron';
import type { PageEvent } from '../../src/contract/ipc.ts';
import { pageEventChannel } from './channel.ts';

type Work = (contents: WebContents) => void;

/** Limit of queued events, more than a user causes while a page loads. */
const maxWaiting = 20;

/** Sends events to the page in the window, and queues them until the page listens. */
export class PageEvents {
  #contents: WebContents | undefined;
  #waiting: Work[] = [];

  send(event: PageEvent): void {
    this.whenListening((contents) => contents.send(pageEventChannel, event));
  }

  /** Runs `work` with the page, now or once it listens. */
  whenListening(work: Work): void {
    if (this.#contents) work(this.#contents);
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(work);
  }

  /** Sends the queued events to the page, which listens from now on. */
  listen(contents: WebContents): void {
    this.#contents = contents;
    for (const work of this.#waiting.splice(0)) work(contents);
  }

  /** Queues events again whenever the page of the window is unloaded. */
  follow(window: BrowserWindow): void {
    const end = () => {
      this.#contents = undefined;
    };
    window.on('closed', end);
    window.webContents.on('render-process-gone', end);
    // The former page may call `page.listen` while the next one is still loading.
    window.webContents.on('did-navigate', end);
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) end();
    });
  }
}
