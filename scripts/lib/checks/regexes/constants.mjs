import ts from 'typescript';

/**
 * Evaluates an expression with a constant text: literals, templates, `+`, constants of the same file, `.source` of a
 * regular expression and `.join` of a list.
 * @returns undefined if the text is only known at run time
 */
export function constantText(node) {
  const value = valueOf(node, 0);
  return typeof value === 'string' ? value : undefined;
}

/** Parses a literal such as `/a/g` into pattern and flags. */
export function partsOfLiteral(text) {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

/** Limit of definitions that refer to each other; deeper ones are circular. */
const maxSteps = 20;

/** A text, a list of texts, or the parts of a regular expression. */
function valueOf(node, steps) {
  if (steps > maxSteps) return undefined;
  const inner = (part) => valueOf(part, steps + 1);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) return partsOfLiteral(node.text);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return inner(node.expression);
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => [inner(expression), literal.text]);
    return texts([node.head.text, ...spans.flat()])?.join('');
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return texts([inner(node.left), inner(node.right)])?.join('');
  if (ts.isArrayLiteralExpression(node)) return texts(node.elements.map(inner));
  if (ts.isIdentifier(node)) {
    const definition = definitionOf(node);
    return definition && inner(definition);
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source')
    return inner(node.expression)?.source;
  return ts.isCallExpression(node) ? joined(node, inner) : undefined;
}

function joined({ expression, arguments: given }, inner) {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'join') return undefined;
  const list = inner(expression.expression);
  const between = given[0] ? inner(given[0]) : ',';
  return Array.isArray(list) && typeof between === 'string' ? list.join(between) : undefined;
}

const texts = (values) => (values.every((value) => typeof value === 'string') ? values : undefined);

/** Returns the initial value of the only constant of that name in the file. */
function definitionOf(identifier) {
  const found = [];
  const visit = (node) => {
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isImportSpecifier(node);
    if (declares && node.name.text === identifier.text) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(identifier.getSourceFile());
  const [only] = found;
  const isConstant =
    found.length === 1 && ts.isVariableDeclaration(only) && (only.parent.flags & ts.NodeFlags.Const) !== 0;
  return isConstant ? only.initializer : undefined;
}
