import type { Message } from '../../../src/contract/messages/message.ts';
import { messageLanguage, messageText } from '../../lib/i18n/node-messages.ts';

export function NodeMessage({ message }: { message: Message }) {
  return <bdi lang={messageLanguage(message)}>{messageText(message)}</bdi>;
}
