import type { settings as english } from '../en/settings.ts';
import type { Translation } from '../message.ts';

export const settings: Translation<typeof english> = {
  unchanged: 'Ничего не изменено. {{problems, message}}',
  isUnknown: 'такой настройки нет',
  isFixed: 'задано командной строкой или окружением узла, изменить это здесь нельзя',
  hasAction: 'меняется отдельным действием, не здесь',
  portsEqual: 'Порты node.port и dashboard.port должны различаться.',
  publicHostNeeded: 'нужно публичному узлу: адрес, по которому его находят другие',
  mustBeUrl: 'нужен адрес http(s)',
  mustBeOrigin: 'нужен только адрес http(s), например https://node.example.org',
  mustBeHostName: 'нужно имя узла, например node.example.org, без https://',
  cannotRestart: 'Этот узел не может перезапуститься сам. Остановите его и запустите так же, как раньше.',
};
