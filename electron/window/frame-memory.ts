import { app, type WebContents } from 'electron';

/** In KB; more than any page, image or video needs. */
const maxKb = 1_500_000;
/** Short, because a hostile file fills about a gigabyte in a second. */
const checkEveryMs = 500;

/**
 * Kills the process of an embedded frame that uses too much memory, because its content may be hostile. The page around
 * it has its own process and shows that the frame is gone.
 */
export function limitFrameMemory(contents: WebContents): void {
  const timer = setInterval(() => {
    if (contents.isCrashed()) return;
    for (const pid of frameProcesses(contents)) if (memoryOf(pid) > maxKb) kill(pid);
  }, checkEveryMs);
  timer.unref();
  contents.once('destroyed', () => clearInterval(timer));
}

/** Returns the processes of frames other than the page's own. */
function frameProcesses({ mainFrame }: WebContents): Set<number> {
  const frames = mainFrame.framesInSubtree.map(({ osProcessId }) => osProcessId);
  return new Set(frames.filter((pid) => pid > 0 && pid !== mainFrame.osProcessId));
}

function memoryOf(pid: number): number {
  return app.getAppMetrics().find((metric) => metric.pid === pid)?.memory.workingSetSize ?? 0;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
