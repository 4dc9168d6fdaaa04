// node scripts/check-sizes.mjs [folder] [--update]: fails for functions of more than 60 lines and files of more than 300.
// As in Biome's rules, blank lines and comments in functions do not count.
import ts from 'typescript';
import { checkWithExceptions } from './lib/exceptions.mjs';
import { forEachNode, parseSource, sourceFiles } from './lib/sources.mjs';

const mostFileLines = 300;
const mostFunctionLines = 60;

checkWithExceptions('sizes', (tree) =>
  sourceFiles(tree).flatMap((file) => {
    const source = parseSource(tree, file);
    return [...longFile(file, source), ...longFunctions(file, source)];
  }),
);

function longFile(file, source) {
  const lines = lineOf(source, source.text.trimEnd().length);
  if (lines <= mostFileLines) return [];
  const text = `${file}: the file has ${lines} lines, ${mostFileLines} at most`;
  return [{ kind: 'long file', key: file, text }];
}

function longFunctions(file, source) {
  const found = [];
  forEachNode(source, (node) => {
    if (!ts.isFunctionLike(node) || node.body === undefined) return;
    const first = lineOf(source, node.getStart());
    const lines = lineOf(source, node.getEnd()) - first + 1;
    if (lines <= mostFunctionLines) return;
    const text = `${file}:${first}: the function ${nameOf(node)} has ${lines} lines, ${mostFunctionLines} at most`;
    found.push({ kind: 'long function', key: `${file} ${nameOf(node)}`, text });
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
