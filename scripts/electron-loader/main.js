// Replaces Electron's default_app, which is missing from the build in the npm registry: starts the app in the folder of
// the first argument. The top-level await delays "ready" until the app is loaded.
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
