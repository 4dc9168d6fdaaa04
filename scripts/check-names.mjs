// node scripts/check-names.mjs [folder]: fails for retired words in names of files, folders and declarations, and in
// wire names of the dashboard API.
import { basename } from 'node:path/posix';
import ts from 'typescript';
import { reportFindings } from './lib/checks/report-findings.mjs';
import {
  retiredBeginnings,
  retiredEndings,
  retiredNames,
  retiredTerms,
} from './lib/checks/retired-names.mjs';
import { forEachNode, parseSource, product, sourceFiles } from './lib/checks/sources.mjs';

/**
 * Only the dashboard uses this interface, so its wire names must follow the glossary; those of the node API are fixed.
 */
const dashboardApi = 'src/contract/dashboard-api/';
/** Properties with text for people. */
const texts = new Set(['description', 'summary']);

reportFindings('names', (tree) => {
  const files = sourceFiles(tree, [...product, 'test', 'scripts', 'bench']);
  const folders = new Set(files.flatMap(foldersOf));
  return [
    ...[...folders].flatMap((folder) => findings(basename(folder), folder)),
    ...files.flatMap((file) => {
      const source = parseSource(tree, file);
      const wired = file.startsWith(dashboardApi) ? wireNames(source) : [];
      return [
        ...findings(basename(file).replace(/[.].*/, ''), file),
        ...[...declaredNames(source), ...wired].flatMap(({ name, line }) =>
          findings(name, `${file}:${line}`),
        ),
      ];
    }),
  ];
});

function foldersOf(file) {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

function findings(name, place) {
  return retiredIn(name).map((word) => `${place}: ${name}: “${word}” is retired`);
}

function retiredIn(name) {
  const words = wordsOf(name);
  return [
    ...retiredTerms.filter((word) => ` ${words} `.includes(` ${word} `)),
    ...retiredBeginnings.filter((word) => !name.includes('_') && words.startsWith(`${word} `)),
    ...retiredEndings.filter((word) => words.endsWith(` ${word}`)),
    ...retiredNames.filter((retired) => name === retired),
  ];
}

/** Splits a name such as `takeOver` or `take-over` into words: `take over`. */
function wordsOf(name) {
  return name
    .replace(/[A-Z]+(?![a-z])|[A-Z]/g, (capitals) => ` ${capitals}`)
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Returns the names that a file declares, except object keys and snake_case names, which belong to the wire format. */
function declaredNames(source) {
  const found = [];
  forEachNode(source, (node) => {
    if (!declares(node)) return;
    const name = node.name.text;
    if (!name.includes('_')) found.push({ name, line: lineOf(source, node.name) });
  });
  return found;
}

/** Returns the object keys, and the strings without spaces, which are paths, values of enumerations and codes. */
function wireNames(source) {
  const found = [];
  forEachNode(source, (node) => {
    const isKey = ts.isIdentifier(node) && node.parent.name === node && isProperty(node.parent);
    if (isKey || isWireString(node)) found.push({ name: node.text, line: lineOf(source, node) });
  });
  return found;
}

function isWireString(node) {
  const isString = ts.isStringLiteralLike(node) && !/\s/.test(node.text);
  return isString && !ts.isImportDeclaration(node.parent) && !texts.has(node.parent.name?.text);
}

function isProperty(node) {
  return ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
}

function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

function declares(node) {
  const isNamed =
    node.name !== undefined && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name));
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node);
  return isNamed && isDeclaration;
}
