import { utilityProcess } from 'electron';
import type * as z from 'zod';
import {
  type PracticeChain,
  practiceChain,
  practiceReady,
} from '../../src/contract/shell/practice-process.ts';

/** A public node that runs on loopback beside this one. */
interface PracticeNode {
  /** The origin of its node API. */
  url: string;
  /** A token that allows uploads as the owner. */
  token: string;
  stop(): Promise<void>;
  /** Resolves with the chain of the practice network, once it runs. */
  chain: Promise<PracticeChain>;
  onExit(listener: () => void): void;
}

/** Only a process that hangs exceeds these limits: on a busy machine, starting and stopping take several seconds. */
const readyWithinMs = 120_000;
const stopWithinMs = 10_000;

interface LaunchOptions {
  dataDir: string;
  people?: boolean;
  /** Ends a process that is still starting. */
  signal: AbortSignal;
}

/** Returns a launcher of practice nodes as utility processes, which always end with the main process. */
export function practiceLauncher(entry: string): (options: LaunchOptions) => Promise<PracticeNode> {
  return async ({ dataDir, people = false, signal }) => {
    const child = utilityProcess.fork(entry, [dataDir, ...(people ? ['people'] : [])], {
      serviceName: 'Alcove practice node',
    });
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const stop = async () => {
      const late = setTimeout(
        () => child.pid !== undefined && process.kill(child.pid, 'SIGKILL'),
        stopWithinMs,
      );
      child.postMessage('stop');
      await exited;
      clearTimeout(late);
    };
    // Listens from the start, because the message may arrive together with the ready message.
    const chain = new Promise<PracticeChain>((resolve) => {
      child.on('message', (message: unknown) => {
        const parsed = practiceChain.safeParse(message);
        if (parsed.success) resolve(parsed.data);
      });
    });
    const ready = await new Promise<z.output<typeof practiceReady>>((resolve, reject) => {
      const fail = (message: string) => reject(new Error(message));
      const late = setTimeout(() => fail('The practice node did not start in time.'), readyWithinMs);
      const cancel = () => child.kill();
      signal.addEventListener('abort', cancel);
      void exited.then(() => fail('The practice node ended while it started.'));
      child.on('message', (message: unknown) => {
        const parsed = practiceReady.safeParse(message);
        if (!parsed.success) return;
        clearTimeout(late);
        signal.removeEventListener('abort', cancel);
        resolve(parsed.data);
      });
      void exited.finally(() => clearTimeout(late));
    }).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return {
      url: ready.node_url,
      token: ready.token,
      stop,
      chain,
      onExit: (listener) => void exited.then(listener),
    };
  };
}
