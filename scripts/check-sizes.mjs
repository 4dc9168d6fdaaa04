// node scripts/check-sizes.mjs [folder]: fails for functions of more than 60 lines, and for files and style sheets of
// more than 300.
// As in Biome's rules, blank lines and comments in functions do not count.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { reportFindings } from './lib/checks/report-findings.mjs';
import { forEachNode, parseSource, sourceFiles, styleSheets } from './lib/checks/sources.mjs';

const maxFileLines = 300;
const maxFunctionLines = 60;

reportFindings('sizes', (tree) => [
  ...sourceFiles(tree).flatMap((file) => {
    const source = parseSource(tree, file);
    return [...longFile(file, source.text), ...longFunctions(file, source)];
  }),
  ...styleSheets(tree).flatMap((file) => longFile(file, readFileSync(join(tree, file), 'utf8'))),
]);

function longFile(file, text) {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= maxFileLines) return [];
  return [`${file}: the file has ${lines} lines, ${maxFileLines} at most`];
}

function longFunctions(file, source) {
  const found = [];
  forEachNode(source, (node) => {
    if (!ts.isFunctionLike(node) || node.body === undefined) return;
    const first = lineOf(source, node.getStart());
    const lines = lineOf(source, node.getEnd()) - first + 1;
    if (lines <= maxFunctionLines) return;
    found.push(
      `${file}:${first}: the function ${nameOf(node)} has ${lines} lines, ${maxFunctionLines} at most`,
    );
  });
  return found;
}

function lineOf(source, position) {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return `constructor of ${node.parent.name?.text}`;
  const named = node.name === undefined ? node.parent : node;
  return named.name?.getText() ?? 'without a name';
}
