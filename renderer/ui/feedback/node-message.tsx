import type { ReactNode } from 'react';
import { translateNodeMessage } from '../../lib/i18n/node-messages.ts';

/** Shows a message of the node, translated where possible; messages in elements stay English. */
export function NodeMessage({ children }: { children?: ReactNode }) {
  // A text with a value in it has several children.
  const english = Array.isArray(children) ? children.join('') : children;
  if (typeof english !== 'string') return <bdi lang="en">{children}</bdi>;
  const { text, lang } = translateNodeMessage(english);
  return <bdi lang={lang}>{text}</bdi>;
}
