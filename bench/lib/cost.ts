/** Returns the milliseconds of processor time of one call; other work on the machine hardly affects it. */
export function costOf(call: () => void): number {
  call();
  const before = process.cpuUsage();
  const end = performance.now() + 50;
  let calls = 0;
  while (calls < 3 || performance.now() < end) {
    call();
    calls += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

/** Does the same for an asynchronous call. */
export async function costOfWaiting(call: () => Promise<void>): Promise<number> {
  await call();
  const before = process.cpuUsage();
  const end = performance.now() + 50;
  let calls = 0;
  while (calls < 3 || performance.now() < end) {
    await call();
    calls += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}
