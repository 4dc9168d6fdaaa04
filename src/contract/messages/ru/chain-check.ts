import type { english } from '../en/index.ts';
import type { Translation } from '../message.ts';

/** Findings of the check of a network, with remedies (`features/diagnostics/chain`). */
export const chainCheck: Translation<(typeof english)['chainCheck']> = {
  service: 'Сервис блокчейна {{host}}',
  ownService: 'Учебный блокчейн',
  key: 'Ключ для {{host}}',
  agreement: 'Согласие сервисов блокчейна',
  fees: 'Комиссии сети',
  index: 'Чтение блокчейна',
  platform: 'Магазин',
  wallet: 'Кошелёк узла',
  manifest: 'Приложения-кошельки',

  embedded: 'учебной сети',
  testnet: 'тестовой сети TON',
  mainnet: 'сети TON',

  serviceAnswers: 'Отвечает для {{network, message}}. Возраст последнего блока: {{age, duration}}.',
  serviceBehind: 'Отстаёт: возраст последнего блока — {{age, duration}}.',
  serviceBehindRemedy:
    'Подождите и проверьте ещё раз. Если сервис не догонит, укажите другой в chain.endpoint.',
  clockBehind: 'Его последний блок опережает часы этого компьютера на {{ahead, duration}}.',
  clockBehindRemedy: 'Включите автоматическую установку времени на этом компьютере.',
  serviceRemedy:
    'Проверьте подключение к интернету и адрес сервиса (chain.endpoint), затем повторите проверку.',
  keySet: 'Ключ задан.',
  keyMissing: 'Без ключа {{host}} отвечает на 1 запрос в секунду. Продажи идут медленно.',
  keyMissingRemedy: 'Получите бесплатный ключ для этой сети у {{host}} и укажите его в chain.api_key.',
  noService: 'Не проверено: ни один сервис блокчейна не отвечает.',

  servicesAgree: 'Два сервиса отвечают одинаково.',
  oneServiceOfMany:
    'Всё решает один сервис. Если он сообщит о ложных продажах, вы отдадите файлы без оплаты.',
  oneServiceRemedy:
    'Добавьте сервис другого оператора в chain.endpoints, затем задайте для chain.quorum значение 2.',
  oneServiceEnough: 'Для тестовых денег достаточно одного сервиса.',
  disagreeRemedy: 'Подождите и проверьте ещё раз. Если так будет и дальше, замените один из сервисов.',

  feesFit:
    'Регистрация файла требует не больше {{register, ton}}, покупка — {{purchase, ton}} сверх цены. Остаток возвращается.',
  feesRemedy: 'Обновите Alcove или подождите, пока комиссии снизятся.',

  indexed: 'Узел прочитал блокчейн до блока {{height, number}}.',
  indexing: 'Узел ещё читает блокчейн.',
  indexingRemedy: 'Подождите и проверьте ещё раз.',
  notFollowed: 'Узел ещё не следует за этой сетью.',

  platformMissing:
    'Вашего магазина ещё нет в блокчейне. Чтобы открыть его, нужно не больше {{most, ton}}, из них {{deposit, ton}} — плата за место в блокчейне.',
  platformMissingRemedy:
    'Подключитесь к сети и откройте магазин в «Покупках и продажах» или командой «alcove chain deploy-platform». Или добавьте на странице «Узлы» публичный узел, чтобы пользоваться его магазином.',
  platformStartingRemedy: 'Проверьте ещё раз через минуту.',
  platformOutdated:
    'Название или описание вашего магазина {{address}} в блокчейне отличаются от заданных в настройках.',
  platformOutdatedRemedy:
    'Обновите его в «Покупках и продажах» или командой «alcove chain deploy-platform». Нужно не больше {{most, ton}}.',
  platformOwn: 'Ваш магазин {{address}} есть в блокчейне и проверен, поколение {{generation, number}}.',
  platformConfigured:
    'Магазин {{address}} из настроек есть в блокчейне и проверен, поколение {{generation, number}}.',
  platformOfHost:
    'Вы пользуетесь магазином узла {{host}}. Его адрес {{address}}, он проверен, поколение {{generation, number}}.',
  platformConfiguredRemedy:
    'Исправьте chain.master_address или сбросьте значение, чтобы пользоваться своим магазином.',
  platformOfHostRemedy: 'Спросите оператора {{host}} или удалите этот узел на странице «Узлы».',
  platformUnknownRemedy: 'Обновите Alcove или пользуйтесь другим магазином.',
  platformTextsRemedy: 'Сократите operator.description в настройках.',

  walletEmpty: 'На нём {{balance, ton}}. Чтобы открыть магазин, нужно {{needed, ton}}.',
  walletEmptyRemedy: 'Отправьте не меньше {{missing, ton}} на этот адрес: {{address}}',
  walletLow: 'На нём {{balance, ton}}. Для регистрации файла нужно {{needed, ton}}.',
  walletLowRemedy: 'Платите подключённым кошельком или отправьте деньги на этот адрес: {{address}}',
  walletForStore: 'На нём {{balance, ton}}: хватит на магазин, но не на регистрацию файла.',
  walletSuffices_one: 'На нём {{balance, ton}}: хватит на регистрацию {{count, number}} файла.',
  walletSuffices_few: 'На нём {{balance, ton}}: хватит на регистрацию {{count, number}} файлов.',
  walletSuffices_many: 'На нём {{balance, ton}}: хватит на регистрацию {{count, number}} файлов.',
  walletSuffices_other: 'На нём {{balance, ton}}: хватит на регистрацию {{count, number}} файла.',
  walletSufficesToo_one:
    'На нём {{balance, ton}}: хватит на магазин и на регистрацию {{count, number}} файла.',
  walletSufficesToo_few:
    'На нём {{balance, ton}}: хватит на магазин и на регистрацию {{count, number}} файлов.',
  walletSufficesToo_many:
    'На нём {{balance, ton}}: хватит на магазин и на регистрацию {{count, number}} файлов.',
  walletSufficesToo_other:
    'На нём {{balance, ton}}: хватит на магазин и на регистрацию {{count, number}} файла.',

  manifestNotNeeded: 'В учебном режиме приложение-кошелёк не нужно.',
  manifestRead: 'Приложения-кошельки могут прочитать манифест TON Connect этого узла: {{url}}.',
  manifestOfHost:
    'Приложения-кошельки читают манифест TON Connect узла {{host}}, потому что этот узел им недоступен.',
  manifestLocal: 'Приложения-кошельки не могут прочитать манифест TON Connect: {{url}}.',
  manifestLocalRemedy:
    'Добавьте на странице «Узлы» публичный узел с адресом https или укажите sign_in.manifest_url.',
  manifestFailed: 'Манифест TON Connect по адресу {{url}} отсюда не прочитать.',
  manifestFailedRemedy: 'Проверьте, работает ли сервер по этому адресу и доступен ли он из интернета.',
};
