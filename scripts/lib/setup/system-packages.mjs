import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { SetUpError, timed } from '../console.mjs';
import { hasCommand, run } from '../run.mjs';

/** Libraries that Electron loads, and the Debian packages that contain them. */
const DESKTOP_LIBRARIES = {
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnss3.so': 'libnss3',
  'libasound.so.2': 'libasound2',
  'libgbm.so.1': 'libgbm1',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libdrm.so.2': 'libdrm2',
  'libXss.so.1': 'libxss1',
  'libnotify.so.4': 'libnotify4',
};
const TEST_PROGRAMS = {
  ip: 'iproute2',
  Xvfb: 'xvfb',
  chromium: 'chromium',
  'dbus-daemon': 'dbus-daemon',
  'gnome-keyring-daemon': 'gnome-keyring',
  age: 'age',
};
/** PostgreSQL, by a folder of Debian: its programs are not in the search path. Elsewhere its tests are skipped. */
const DEBIAN_TEST_FOLDERS = { '/usr/lib/postgresql': 'postgresql' };
/** Firefox and an S3 store, for the long tests, by names of Debian. Without them some tests are skipped. */
const DEBIAN_LONG_PROGRAMS = {
  'firefox-esr': 'firefox-esr',
  radosgw: 'radosgw',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
};
const COMPILER_PROGRAMS = { 'g++': 'g++', make: 'make', python3: 'python3' };

/** Returns the missing Debian packages on Linux; none on other systems. */
export function missingSystemPackages({ desktop, tests, long, compiler }) {
  if (process.platform !== 'linux') return [];
  const missing = [];
  if (desktop) missing.push(...missingLibraries());
  if (tests) missing.push(...missingPrograms(TEST_PROGRAMS));
  if (tests && isRootOnDebian()) missing.push(...missingFolders());
  if (long && isRootOnDebian()) missing.push(...missingPrograms(DEBIAN_LONG_PROGRAMS));
  if (compiler) missing.push(...missingPrograms(COMPILER_PROGRAMS));
  return missing;
}

/** Installs packages as root on Debian and derivatives; otherwise prints the command. */
export async function installSystemPackages(packages) {
  if (!hasCommand('apt-get')) {
    throw new SetUpError(
      `Missing on this system, by their names in Debian: ${packages.join(' ')}`,
      "install what has these with this system's package manager, then start again.",
    );
  }
  if (process.getuid() !== 0) {
    throw new SetUpError(
      `Missing system packages: ${packages.join(' ')}`,
      `run this, then start again:\n\n  sudo apt-get install -y --no-install-recommends ${ofThisRelease(packages).join(' ')}\n`,
    );
  }
  await timed(`installing system packages: ${packages.join(' ')} (under a minute)`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...ofThisRelease(packages)], { env });
  }).catch((error) => {
    throw new SetUpError(
      `The system packages could not be installed. ${error.message}`,
      "check apt's sources (/etc/apt/sources.list) and the network, then start again.",
    );
  });
}

function missingLibraries() {
  const { stdout, status } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  if (status !== 0) return [];
  return Object.entries(DESKTOP_LIBRARIES)
    .filter(([library]) => !stdout.includes(`\t${library} `))
    .map(([, name]) => name);
}

function missingPrograms(programs) {
  return Object.entries(programs)
    .filter(([program]) => !hasCommand(program))
    .map(([, name]) => name);
}

function missingFolders() {
  return Object.entries(DEBIAN_TEST_FOLDERS)
    .filter(([folder]) => !existsSync(folder))
    .map(([, name]) => name);
}

function isRootOnDebian() {
  if (process.getuid() !== 0 || !hasCommand('apt-get') || !existsSync('/etc/os-release')) return false;
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** Since the transition to 64-bit time, newer releases name some libraries with the suffix t64. */
function ofThisRelease(packages) {
  return packages.map((name) => {
    const { status } = spawnSync('apt-cache', ['show', `${name}t64`], { stdio: 'ignore' });
    return status === 0 ? `${name}t64` : name;
  });
}
