import type { practiceWallet as english } from '../../en/pages/practice-wallet.ts';
import type { Translation } from '../../message.ts';

export const practiceWallet: Translation<typeof english> = {
  title: 'Учебное приложение-кошелёк',
  titleWaiting: '({{count, number}}) Учебное приложение-кошелёк',
  intro: 'Тестовые деньги без ценности. В сети TON такие запросы показывает кошелёк на вашем телефоне.',
  balance: 'Баланс',
  amount: '{{amount, ton}}',
  unknown: 'Неизвестен',
  address: 'Адрес',
  nothing: 'Запросов нет',
  nothingHint: 'Здесь появляются запросы Alcove.',
  connectTitle: 'Подключиться к {{host}}?',
  connectText: 'Alcove увидит ваш адрес и баланс. Каждый платёж вы подтверждаете здесь.',
  connect: 'Подключиться',
  confirm: 'Подтвердить',
  reject: 'Отклонить',
  asked: 'Запрос от {{host}}',
  recipient: 'Получатель',
  includesFees: 'Неизрасходованные комиссии вернутся.',
  expires: 'Действует до {{time}}',
  sending: 'Отправка…',

  sell: 'Начать продажу',
  buy: 'Купить лицензию',
  buyOffer: 'Купить перепроданную лицензию',
  offer: 'Продать лицензию',
  give: 'Передать лицензию',
  terms: 'Изменить условия',
  send: 'Отправить GRAM',
  call: 'Другой вызов контракта',

  connected: 'Подключено. Вернитесь в Alcove.',
  sent: 'Отправлено. Вернитесь в Alcove.',
  rejected: 'Отклонено. Ничего не отправлено.',
  tooLittle: 'Не хватает GRAM. Получите тестовые деньги на странице «Кошелёк» в Alcove и подтвердите снова.',
  failed: 'Не отправлено. Попробуйте ещё раз в Alcove.',
};
