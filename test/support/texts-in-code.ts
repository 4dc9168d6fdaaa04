import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import ts from 'typescript';

export interface TextInCode {
  file: string;
  /** The text, with `{{}}` for each inserted value. */
  text: string;
  node: ts.Node;
}

/**
 * Returns every text in the code of files except those of `import`, and the text in JSX. Parts joined by `+` are one
 * text.
 */
export async function textsInCode(
  files: string[],
  isLeftOut: (file: string) => boolean = () => false,
): Promise<TextInCode[]> {
  const found: TextInCode[] = [];
  for await (const path of glob(files)) {
    const file = path.replaceAll('\\', '/');
    if (isLeftOut(file)) continue;
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node)) return;
      const text = textOf(node);
      if (text !== undefined) found.push({ file, text, node });
      if (text === undefined || ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `{{}}${literal.text}`).join('');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}
