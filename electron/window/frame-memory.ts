import { app, type WebContents } from 'electron';

/** In KB; more than any page, picture or film needs that a person looks at. */
const mostKb = 1_500_000;
/** A hostile file fills about a gigabyte in a second. */
const lookEveryMs = 500;

/**
 * Ends the process of an embedded frame that takes too much memory. What is shown in it may be hostile; the page around it
 * has a process of its own and says that the frame is gone.
 */
export function limitFrameMemory(contents: WebContents): void {
  const timer = setInterval(() => {
    if (contents.isCrashed()) return;
    for (const pid of frameProcesses(contents)) if (memoryOf(pid) > mostKb) end(pid);
  }, lookEveryMs);
  timer.unref();
  contents.once('destroyed', () => clearInterval(timer));
}

/** The processes of frames that are not the page's own. */
function frameProcesses({ mainFrame }: WebContents): Set<number> {
  const frames = mainFrame.framesInSubtree.map(({ osProcessId }) => osProcessId);
  return new Set(frames.filter((pid) => pid > 0 && pid !== mainFrame.osProcessId));
}

function memoryOf(pid: number): number {
  return app.getAppMetrics().find((metric) => metric.pid === pid)?.memory.workingSetSize ?? 0;
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
