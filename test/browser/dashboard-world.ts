import { rmSync } from 'node:fs';
import type { LocalClient } from '@alcove/client';
import type { Page } from 'puppeteer-core';
import { freePort } from '../support/node/free-port.ts';
import { openAddress } from '../support/node/open-dashboard.ts';
import { runAlcove, type ServingNode, serveNode } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

/** A headless node in a process of its own, as on a server; it keeps its port after a restart. */
export interface HeadlessNode {
  /** The address of this run for browsers. */
  origin(): string;
  /** The output of `alcove dashboard`: a new address each time, at this path of the dashboard. */
  newAddress(path?: string): Promise<string>;
  /** With a session of this run. */
  local(): LocalClient;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it, and removes its data. */
  end(): Promise<void>;
}

/** Serves the last built dashboard. */
export async function startHeadlessNode(): Promise<HeadlessNode> {
  const dataDir = temporaryFolder();
  const port = String(await freePort());
  const serve = () => serveNode(dataDir, '--dashboard-port', port, '--allow-private-hosts');
  let serving: ServingNode = await serve();
  const newAddress = async (path = '/') =>
    (await runAlcove('dashboard', '--data-dir', dataDir)).stdout.trim().replace('/#', `${path}#`);
  let origin = new URL(await newAddress()).origin;
  let { local } = await openAddress(await newAddress());
  return {
    origin: () => origin,
    newAddress,
    local: () => local,
    start: async () => {
      serving = await serve();
      origin = new URL(await newAddress()).origin;
      local = (await openAddress(await newAddress())).local;
    },
    stop: async () => void (await serving.end()),
    end: async () => {
      await serving.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until the page is connected to the event stream. */
export const live = (page: Page) => page.locator('header ::-p-text(Running)').wait();

/** Opens a page of the dashboard by a click on its link, without a reload. */
export async function go(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator(heading ? `h1 ::-p-text(${heading})` : 'h1').wait();
}

export const see = (page: Page, text: string) => page.locator(`::-p-text(${text})`).wait();

export const click = (page: Page, selector: string) => page.locator(selector).click();

/** A button, link or menu item by its text. */
export const press = (page: Page, words: string) =>
  page.locator(`:is(button, a, [role=menuitem]) ::-p-text(${words})`).click();

/** Fills the field with this label. */
export async function fill(page: Page, label: string, value: string): Promise<void> {
  const id = await page
    .locator(`label ::-p-text(${label})`)
    .map((element) => element.closest('label')?.htmlFor ?? '')
    .wait();
  await page.locator(`[id="${id}"]`).fill(value);
}
