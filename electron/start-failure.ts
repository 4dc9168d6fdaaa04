import { app, dialog } from 'electron';

/** Tells the person why Alcove cannot start, and ends it. */
export async function reportStartFailure(error: unknown, dataDir: string): Promise<never> {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Alcove cannot start: ${message}\n`);
  await dialog.showMessageBox({
    type: 'error',
    title: 'Alcove',
    message: 'Alcove cannot start.',
    detail: `${message}\n\nData folder: ${dataDir}`,
    buttons: ['Quit'],
  });
  app.exit(1);
  return new Promise<never>(() => {});
}
