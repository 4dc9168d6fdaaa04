import { globSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import ts from 'typescript';

/** The folders of the product. */
export const product = ['src', 'electron', 'renderer', 'client'];

/** Returns the source files of a checkout in these folders, as paths with `/`. */
export const sourceFiles = (tree, folders = product) => filesIn(tree, folders, '{ts,tsx,mts,mjs,cjs,js}');

/** Returns the style sheets of the product. */
export const styleSheets = (tree) => filesIn(tree, product, 'css');

function filesIn(tree, folders, extension) {
  return globSync(`{${folders}}/**/*.${extension}`, { cwd: tree })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.includes('node_modules/'))
    .sort();
}

/** Parses a source file, with references to parents. */
export function parseSource(tree, file) {
  const text = readFileSync(join(tree, file), 'utf8');
  return ts.createSourceFile(basename(file), text, ts.ScriptTarget.Latest, true);
}

/** Calls `visit` for every node under `node`. */
export function forEachNode(node, visit) {
  ts.forEachChild(node, (child) => {
    visit(child);
    forEachNode(child, visit);
  });
}
