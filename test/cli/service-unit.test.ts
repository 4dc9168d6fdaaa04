import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/node/start-test-node.ts';

const runFile = promisify(execFile);
const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));

const unit = readFileSync(new URL('../../docs/operations/alcove.service', import.meta.url), 'utf8');

function whyNot(): string | undefined {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'pipe' });
    return undefined;
  } catch {
    const reason = 'systemd-analyze is not there';
    console.warn(`The tests of the service unit are skipped: ${reason}`);
    return reason;
  }
}

/** The unit with an existing program in place of Alcove. */
function placed(text: string): string {
  const path = join(root, 'alcove.service');
  mkdirSync(root, { recursive: true });
  writeFileSync(
    path,
    text.replaceAll('/opt/alcove/bin/alcove', process.execPath).replace(/^(User|Group)=.*$/gm, '$1=root'),
  );
  return path;
}

const verify = (text: string) =>
  runFile('systemd-analyze', ['verify', '--man=no', placed(text)]).then(
    ({ stderr }) => stderr,
    ({ stderr }: { stderr: string }) => stderr,
  );

describe.skipIf(whyNot())('the service unit', () => {
  it('passes systemd-analyze without a complaint', async () => {
    // From units of the system itself.
    const said = (await verify(unit)).split('\n').filter((line) => line.includes('alcove.service'));
    expect(said).toEqual([]);
    // All output goes to the journal, and without --json it includes the dashboard's key.
    expect(unit).toMatch(/^ExecStart=.* --json$/m);
    const misspelt = await verify(unit.replace('ProtectSystem', 'ProtektSystem'));
    expect(misspelt).toContain('ProtektSystem');
  });

  it('restricts what a compromised node can do', async () => {
    const path = placed(unit);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^(User|Group)=.*$/gm, '$1=alcove'));
    const { stdout } = await runFile('systemd-analyze', ['security', '--offline=true', '--no-pager', path]);
    const exposure = Number(/exposure level for alcove\.service: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThan(2);
    // Among the system calls that change resources, the first that is permitted is named.
    expect(stdout).toContain('@resources is included (e.g. setpriority is allowed)');
  });
});
