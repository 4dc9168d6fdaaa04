import ts from 'typescript';
import { constantText, partsOfLiteral } from './constants.mjs';

/**
 * Lists the regular expressions of a source file: literals, and arguments of `RegExp`.
 * @returns each with its line; `source` is undefined if the pattern is only known at run time
 */
export function findRegexes(fileName, text) {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, parts) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ line, ...parts });
  };
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) add(node, partsOfLiteral(node.text));
    if (makesRegex(node)) add(node, partsOfCall(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function makesRegex(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  const called = node.expression;
  const name = ts.isPropertyAccessExpression(called) ? called.name : called;
  return ts.isIdentifier(name) && name.text === 'RegExp';
}

function partsOfCall({ arguments: [pattern, flags] = [] }) {
  if (!pattern) return { source: '', flags: '' };
  const source = constantText(pattern);
  const flagText = flags ? constantText(flags) : '';
  return source === undefined || flagText === undefined ? { source: undefined } : { source, flags: flagText };
}
