import type { ElectronApplication } from '@playwright/test';

interface Held {
  message: string;
  buttons: string[];
  answer(response: number): void;
}

type WithHeld = typeof globalThis & { held: Held[] };

/** Delays dialogs: each waits for an answer of the test. */
export async function holdDialogs(app: ElectronApplication) {
  await app.evaluate(({ dialog }) => {
    const held: Held[] = [];
    Object.assign(globalThis, { held });
    dialog.showMessageBox = (...given: unknown[]) => {
      const options = given.at(-1) as Electron.MessageBoxOptions;
      return new Promise((resolve) => {
        const one: Held = {
          message: options.message,
          buttons: options.buttons ?? [],
          answer: (response) => {
            held.splice(held.indexOf(one), 1);
            resolve({ response, checkboxChecked: false });
          },
        };
        held.push(one);
        options.signal?.addEventListener('abort', () => one.answer(options.cancelId ?? 0));
      });
    };
  });
  return {
    /** The messages and buttons of open dialogs. */
    open: () =>
      app.evaluate(() =>
        (globalThis as WithHeld).held.map(({ message, buttons }) => `${message} ${buttons.join(' / ')}`),
      ),
    /** Answers the oldest open dialog, by the text of a button. */
    answer: (button: string) =>
      app.evaluate((_electron, text) => {
        const [first] = (globalThis as WithHeld).held;
        first?.answer(first.buttons.indexOf(text));
      }, button),
  };
}
