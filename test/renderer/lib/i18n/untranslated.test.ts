import ts from 'typescript';
import { expect, it } from 'vitest';
import { type TextInCode, textsInCode } from '../../../support/texts-in-code.ts';

/** Props and options with visible or spoken text. */
const shown =
  /^(aria-(label|description|roledescription|valuetext)|alt|buttons?|detail|description|error|label|message|placeholder|title|toolTip|tooltip)$/;

it('all visible texts of the app are in renderer/locales and electron/locales', async () => {
  const texts = await textsInCode(['renderer/**/*.{ts,tsx}', 'electron/**/*.ts'], (file) =>
    otherFiles.includes(file),
  );
  expect(texts.length).toBeGreaterThan(1000);
  const left = texts.filter((text) => isForPersons(text) && !isName(text.text));
  expect(left.map(({ file, text }) => `${file}: ${text.trim()}`)).toEqual([]);
});

/**
 * Their texts are messages of the node: test/renderer/lib/i18n/node-messages.test.ts. Examples of code are
 * code.
 */
const otherFiles = [
  'electron/secrets/encrypted-secret-store.ts',
  'electron/startup/single-instance.ts',
  'electron/startup/use-data-folder.ts',
  'electron/node/practice-launcher.ts',
  'electron/node/dashboard-settings.ts',
  'renderer/features/tokens/examples.ts',
];

function isForPersons({ node, text }: TextInCode): boolean {
  const isProse = /[A-Za-z]{2,}[^\w\s]* [a-z]{2,}/.test(text);
  if (ts.isJsxText(node)) return /[A-Za-z]{2,}/.test(text) && !isCode(node.parent);
  const { holder, isLogged } = placeOf(node);
  if (isLogged) return false;
  if (shown.test(holder)) return /[A-Za-z]{2,}/.test(text) && /^[A-Z]| /.test(text.trim());
  return isProse && /^[A-Z“(]/.test(text.trim());
}

function isCode(element: ts.Node): boolean {
  return ts.isJsxElement(element) && element.openingElement.tagName.getText() === 'Code';
}

/** The prop or option that receives a text, and whether the text goes to the log or to developers. */
function placeOf(node: ts.Node): { holder: string; isLogged: boolean } {
  let holder = '';
  for (let at = node.parent; at && !ts.isBlock(at) && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isNewExpression(at) && /^(Type|Range)?Error$/.test(at.expression.getText()))
      return { holder, isLogged: true };
    if (ts.isCallExpression(at)) {
      const callee = at.expression.getText();
      if (/\b(logger|warn|stderr\.write|stdout\.write|writeToTerminal)\b/.test(callee))
        return { holder, isLogged: true };
      return { holder, isLogged: false };
    }
    if (holder === '' && (ts.isJsxAttribute(at) || ts.isPropertyAssignment(at)))
      holder = at.name.getText().replace(/['"]/g, '');
  }
  return { holder, isLogged: false };
}

function isName(text: string): boolean {
  return /^(ALCOVE_TOKEN='your token'|Alcove|OpenAPI 3\.1|Python|SHA-256|TON|GRAM|\(GRAM\)|TypeScript)$/.test(
    text.trim(),
  );
}
