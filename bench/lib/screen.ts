import type { Workbench } from './workbench.ts';

/** Opens an invisible screen for later windows; it ends with the bench. */
export async function openScreen(bench: Workbench): Promise<void> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  // Its ready message is the number of the screen, which is valid JSON.
  const screen = await bench.server('Xvfb', args);
  process.env.DISPLAY = `:${JSON.stringify(screen.ready)}`;
}
