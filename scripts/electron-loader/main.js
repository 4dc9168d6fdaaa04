// In place of Electron's own default_app, which the build from the npm registry lacks: starts the app whose
// folder is the first argument. Awaited at the top level, so that Electron is not "ready" before it is loaded.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const { name, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
app.setName(name);
app.setVersion(version);
app.setAppPath(folder);
await import(pathToFileURL(join(folder, main)).href);
