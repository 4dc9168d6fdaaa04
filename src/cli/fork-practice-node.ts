import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type PracticeChain, practiceChain, practiceReady } from '../contract/shell/practice-process.ts';
import type { PracticeLauncher } from '../features/practice/index.ts';

const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './practice-node.ts' : './practice-node.js', import.meta.url),
);

/** Starts the practice node as a child process. Its channel closes when this process ends, however it ends. */
export const forkPracticeNode: PracticeLauncher = ({ dataDir, people = false, signal }) =>
  new Promise((resolve, reject) => {
    const child = fork(entry, [dataDir, ...(people ? ['people'] : [])], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const cancel = () => child.kill();
    signal.addEventListener('abort', cancel);
    const exited = new Promise<void>((done) => child.once('exit', () => done()));
    // Registered early, because this message may arrive together with the ready message.
    const chain = new Promise<PracticeChain>((done) => {
      child.on('message', (message) => {
        const parsed = practiceChain.safeParse(message);
        if (parsed.success) done(parsed.data);
      });
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The practice node could not start.')));
    child.on('message', (message) => {
      const ready = practiceReady.safeParse(message);
      if (!ready.success) return;
      signal.removeEventListener('abort', cancel);
      resolve({
        url: ready.data.node_url,
        token: ready.data.token,
        stop: async () => {
          if (child.connected) child.send('stop');
          await exited;
        },
        chain,
        onExit: (callback) => void exited.then(callback),
      });
    });
  });
