import type { activity as english } from '../en/activity.ts';
import type { Translation } from '../message.ts';

export const activity: Translation<typeof english> = {
  others: 'Другие события, которые не перечисляются по одному',

  downloaded: 'Скачан файл',
  uploaded: 'Добавлен файл',
  uploadedAgain: 'Добавлен файл, который уже был добавлен',
  edited: 'Изменено описание файла',
  removed: 'Файл убран',
  removedByOne: 'Убран файл, который здесь есть и у других пользователи',
  deleted: 'Файл удалён',
  blocked: 'Заблокирован файл',
  unblocked: 'Разблокирован файл',
  keySent: 'Ключ файла передан тому, кто вправе его открыть',
  keyReceived: 'Ключ файла получен от автора',
  copyRemoved: 'Копия удалена из кеша, чтобы освободить место',
  damageFound: 'Найден повреждённый файл',
  missingFound: 'Обнаружено, что файл пропал',
  repaired: 'Исправлен повреждённый файл',

  refused: 'Отклонён запрос {{request}}',
  refusedUnread: 'Запрос отклонён без прочтения',

  signedInWithWallet: 'Вход с кошельком {{version}}',
  signedInWithTelegram: 'Вход через Telegram',
  signedOut: 'Выход',
  signedOutEverywhere: 'Завершены все сеансы пользователя',
  walletLinked: 'Привязан кошелёк {{version}}',
  walletUnlinked: 'Отвязан кошелёк владельца',
  telegramUnlinked: 'Отвязан аккаунт владельца в Telegram',
  licenceReceived: 'Кошельку владельца подарена лицензия',
  tokenCreated: 'Создан API-токен с правами: {{scopes}}',
  tokenRevoked: 'Отозван API-токен',

  peerAdded: 'Добавлен узел',
  peerRemoved: 'Узел убран',
  keyAccepted: 'Принят новый ключ узла',
  peerUnproven: 'Должен заново подтвердить себя',
  peerConnected: 'Подключён',
  peerVersionDiffers: 'Подключён, версия отличается',
  peerIncompatible: 'Ответил, но его версия несовместима',
  peerUnreachable: 'Стал недоступен',
  peerKeyChanged: 'Отвечает не с тем ключом, что раньше',
  wrongContent: 'Прислал неверные данные. В течение часа Alcove не скачивает с него файлы.',

  shared: 'Файлом поделились через другой узел',
  keyDeposited: 'Ключ файла передан другому узлу',
  unshared: 'Закрыт доступ через другой узел',
  unsharedByOne: 'Закрыт доступ через другой узел, где файл есть и у других',
  signedInElsewhere: 'Вход на другой узел',

  recoveryFileCreated: 'Создан файл восстановления',
  recoveryFileTested: 'Проверен файл восстановления',
  started: 'Запущен, версия {{version}}',
  stopped: 'Остановлен',
};
