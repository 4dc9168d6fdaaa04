import type { ReactNode } from 'react';
import { type Message, nodeMessage } from '../../../src/contract/messages/message.ts';
import { messageText, translateNodeMessage } from '../../lib/i18n/node-messages.ts';

/** Shows a message of the node, translated where possible; messages in elements stay English. */
export function NodeMessage({ children }: { children?: ReactNode | Message }) {
  const message = nodeMessage.safeParse(children).data;
  if (message) return <bdi>{messageText(message)}</bdi>;
  // A text with a value in it has several children.
  const english = Array.isArray(children) ? children.join('') : children;
  if (typeof english !== 'string') return <bdi lang="en">{children as ReactNode}</bdi>;
  const { text, lang } = translateNodeMessage(english);
  return <bdi lang={lang}>{text}</bdi>;
}
