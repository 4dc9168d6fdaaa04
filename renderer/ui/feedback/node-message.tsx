import type { ReactNode } from 'react';
import type { Message } from '../../../src/contract/messages/message.ts';
import { messageLanguage, messageText, translateNodeMessage } from '../../lib/i18n/node-messages.ts';

/** Shows a message of the node; children are the English texts that have not moved into the catalogue. */
export function NodeMessage({ message, children }: { message?: Message; children?: ReactNode }) {
  if (message) return <bdi lang={messageLanguage(message)}>{messageText(message)}</bdi>;
  // A text with a value in it has several children.
  const english = Array.isArray(children) ? children.join('') : children;
  if (typeof english !== 'string') return <bdi lang="en">{children}</bdi>;
  const { text, lang } = translateNodeMessage(english);
  return <bdi lang={lang}>{text}</bdi>;
}
