import type { Workbench } from './workbench.ts';

/** Windows that are opened from now on appear on a screen that nobody sees, which ends with the bench. */
export async function openScreen(bench: Workbench): Promise<void> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  // What it says when it is ready is the number of its screen, which is JSON, too.
  const screen = await bench.server('Xvfb', args);
  process.env.DISPLAY = `:${JSON.stringify(screen.ready)}`;
}
