/** Milliseconds of processor time that one call takes: other work on the machine hardly changes it. */
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
