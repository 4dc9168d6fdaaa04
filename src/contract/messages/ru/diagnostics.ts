import type { diagnostics as english, chainCheck as englishCheck } from '../en/diagnostics.ts';
import type { Translation } from '../message.ts';

export const diagnostics: Translation<typeof english> = {
  database: 'База данных',
  storageFolder: 'Папка хранилища',
  space: 'Место на диске',
  files: 'Файлы',
  nodeApi: 'API узла',
  dashboard: 'Панель управления',
  ports: 'Порты',
  key: 'Ключ узла',
  practice: 'Учебный режим',
  publicAddress: 'Публичный адрес',
  otherNodes: 'Другие узлы',
  clock: 'Часы',
  names: 'Разрешение имён',
  version: 'Версия',

  databaseWorks: 'Доступна для чтения и записи.',
  databaseFailed: 'Не удаётся ни прочитать базу данных, ни записать в неё ({{code}}).',
  databaseFailedRemedy: 'Проверьте, что диск не заполнен и доступен для записи, затем перезапустите Alcove.',
  folderWritable: 'В эту папку можно записывать файлы.',
  folderFailed: 'Записать файл в эту папку не удаётся ({{code}}).',
  folderFailedRemedy:
    'Проверьте, что диск подключён, не заполнен и принадлежит пользователю, который запускает Alcove.',
  spaceLeft: 'Можно добавить ещё {{left, bytes}}.',
  spaceUsedUp: 'Больше файлов добавить нельзя.',
  quotaRemedy: 'Выделите Alcove больше места в настройках или удалите ненужные файлы.',
  diskRemedy: 'Освободите место на диске или перенесите хранилище на диск побольше.',
  filesDamaged_one: '{{count, number}} файл повреждён или пропал.',
  filesDamaged_few: '{{count, number}} файла повреждены или пропали.',
  filesDamaged_many: '{{count, number}} файлов повреждены или пропали.',
  filesDamaged_other: '{{count, number}} файла повреждено или пропало.',
  filesDamagedRemedy:
    'Откройте страницу «Хранилище». Файлы, которые есть у других узлов, Alcove скачает снова. Остальные добавьте ещё раз.',
  filesIntact: 'При последней проверке проблем не найдено. С тех пор прошло: {{age, duration}}.',
  filesUnchecked: 'Файлы ни разу не проверялись, и проверка выключена.',
  filesNotYetChecked: 'Проверены ещё не все файлы. Проверка продолжается в фоне.',
  checkRemedy: 'Запустите alcove verify или дайте Alcove поработать дольше, чтобы он проверил файлы.',

  nodeAnswers: 'Узел отвечает по адресу {{url}}.',
  nodeSilent: 'Узел не отвечает по адресу {{url}}.',
  nodeSilentRemedy:
    'Проверьте, не блокирует ли Alcove межсетевой экран или защитная программа этого компьютера.',
  otherNodeAnswers: 'По адресу {{url}} отвечает другой узел.',
  otherNodeRemedy: 'Завершите другой узел или выберите другой порт: node.port.',
  dashboardPrivate: 'Панель управления доступна только с этого компьютера.',
  dashboardOpen: 'Порт панели управления отвечает по адресу {{address}}, доступному другим компьютерам.',
  dashboardOpenRemedy: 'Найдите программу, которая перенаправляет этот порт, и завершите её.',
  portsMatch: 'Порты такие, как в настройках.',
  portDiffers: '{{setting}} — {{configured}}, но используется {{used}}.',
  portDiffersRemedy:
    'Когда Alcove запускался, порт был занят другой программой. Завершите её и перезапустите Alcove или задайте {{setting}}.',

  keyProtected: 'Прочитать ключ может только ваша учётная запись на этом компьютере.',
  keyUnprotectedRemedy: 'Настройте на этом компьютере хранилище ключей, например GNOME Keyring или KWallet.',
  practiceRuns: 'Учебный режим включён.',
  practiceEnded: 'Учебный режим включён в настройках, но учебный узел не работает.',
  practiceEndedRemedy: 'Выключите учебный режим на странице «Узел» и включите его снова.',
  practiceOff: 'Учебный режим выключен.',

  privateNode:
    'Другие узлы не подключаются к этому частному узлу. Файлы, которыми вы делитесь, могут отдавать публичные узлы.',
  publicUnreachable: 'Узел {{host}} отсюда недоступен: {{cause, message}}',
  publicRedirects: '{{host}} перенаправляет на другой адрес. Другие узлы по перенаправлениям не переходят.',
  publicRedirectsRemedy: 'Укажите в node.public_host адрес, по которому узел отвечает сам.',
  publicNotThisNode: 'По адресу {{host}} отвечает не этот узел (код {{status}}).',
  publicNotThisNodeRemedy: 'Проверьте, куда передаёт запросы прокси перед этим узлом.',
  publicOtherNodeRemedy: 'Проверьте прокси и имя: они ведут к другому узлу.',
  certificateExpires_one: 'Сертификат {{host}} истекает через {{count, number}} день.',
  certificateExpires_few: 'Сертификат {{host}} истекает через {{count, number}} дня.',
  certificateExpires_many: 'Сертификат {{host}} истекает через {{count, number}} дней.',
  certificateExpires_other: 'Сертификат {{host}} истекает через {{count, number}} дня.',
  certificateExpiresRemedy: 'Обновите сертификат или настройте автоматическое обновление.',
  proxyUntrusted:
    'Прокси перед этим узлом не доверенный, поэтому все посетители считаются одним и делят один предел.',
  proxyUntrustedRemedy: 'Укажите в http.trusted_proxies адрес прокси.',
  publicUnencrypted: 'Этот узел отвечает по адресу {{host}}, без шифрования.',
  publicAnswers_one:
    'Этот узел отвечает по адресу {{host}}. Сертификат действует ещё {{count, number}} день.',
  publicAnswers_few: 'Этот узел отвечает по адресу {{host}}. Сертификат действует ещё {{count, number}} дня.',
  publicAnswers_many:
    'Этот узел отвечает по адресу {{host}}. Сертификат действует ещё {{count, number}} дней.',
  publicAnswers_other:
    'Этот узел отвечает по адресу {{host}}. Сертификат действует ещё {{count, number}} дня.',

  noPeers: 'Других узлов в списке ещё нет.',
  peersAnswered: 'Ответило узлов: {{answered, number}} из {{asked, number}}.',
  peerFailed: '{{host}}: {{cause, message}}',
  peerUnused: 'не используется',
  peersRemedy: 'Откройте страницу «Узлы».',
  clockUnknown: 'Ни один другой узел не сообщил время.',
  clockAgrees: 'Часы сходятся с часами других узлов. Сравнено узлов: {{nodes, number}}.',
  clockBehind: 'Часы отстают. Разница: {{difference, duration}}. Сравнено узлов: {{nodes, number}}.',
  clockAhead: 'Часы спешат. Разница: {{difference, duration}}. Сравнено узлов: {{nodes, number}}.',
  clockRemedy: 'Включите на этом компьютере автоматическую установку даты и времени по интернету.',
  noNames: 'Ни у одного известного узла нет имени.',
  namesFound: 'Имена других узлов находятся.',
  namesNotFound: 'Имена других узлов не находятся.',
  namesNotFoundRemedy: 'Проверьте подключение этого компьютера к интернету и его сервер DNS.',
  versionsIncompatible: 'Узлов с несовместимой версией: {{incompatible, number}} из {{asked, number}}.',
  versionsMatch: 'Версии используемых узлов совместимы.',
  versionsDiffer: 'Узлов с другой, но совместимой версией: {{others, number}} из {{asked, number}}.',

  checkFailed: 'Проверка неожиданно прервалась.',
  checkFailedRemedy: 'Причина записана в журнал узла.',
  checkTimedOut: 'Проверка не закончилась вовремя.',
  checkTimedOutRemedy: 'Проверьте ещё раз. Если это повторится, перезапустите Alcove.',

  serviceBuiltIn: 'О службе {{service}} сообщает сам узел.',
  isServiceBuiltIn: '— имя встроенной службы',
  tooManyServices:
    'Этому узлу уже сообщают о себе службы: {{most, number}}. Служба, которая молчит 24 часа, удаляется.',
};

/** Findings of the check of a network, with remedies (`features/diagnostics/chain`). */
export const chainCheck: Translation<typeof englishCheck> = {
  service: 'Сервис блокчейна {{host}}',
  ownService: 'Учебный блокчейн',
  key: 'Ключ для {{host}}',
  agreement: 'Согласие сервисов блокчейна',
  fees: 'Комиссии сети',
  index: 'Чтение блокчейна',
  platform: 'Магазин',
  wallet: 'Кошелёк для комиссий',
  manifest: 'Приложения-кошельки',

  embedded: 'учебной сети',
  testnet: 'тестовой сети TON',
  mainnet: 'сети TON',

  serviceAnswers: 'Сервис отвечает для {{network, message}}. Возраст последнего блока: {{age, duration}}.',
  serviceBehind: 'Сервис отстаёт: возраст последнего блока — {{age, duration}}.',
  serviceBehindRemedy:
    'Подождите и проверьте ещё раз. Если сервис не догонит, укажите другой в chain.endpoint.',
  clockBehind: 'Последний блок сервиса опережает часы этого компьютера на {{ahead, duration}}.',
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
  successorUnknownRemedy: 'Обновите Alcove и проверьте снова.',
  successorIgnoredRemedy:
    'Спросите владельца этого магазина, каким магазином пользоваться. Этот работает и дальше.',
  platformTextsRemedy: 'Сократите operator.description в настройках.',

  walletEmpty: 'На кошельке {{balance, ton}}. Чтобы открыть магазин, нужно {{needed, ton}}.',
  walletEmptyRemedy: 'Отправьте не меньше {{missing, ton}} на этот адрес: {{address}}',
  walletLow: 'На кошельке {{balance, ton}}. Для регистрации файла нужно {{needed, ton}}.',
  walletLowRemedy: 'Платите подключённым кошельком или отправьте деньги на этот адрес: {{address}}',
  walletForStore: 'На кошельке {{balance, ton}}: хватит на магазин, но не на регистрацию файла.',
  walletSuffices_one: 'На кошельке {{balance, ton}}: хватит на регистрацию {{count, number}} файла.',
  walletSuffices_few: 'На кошельке {{balance, ton}}: хватит на регистрацию {{count, number}} файлов.',
  walletSuffices_many: 'На кошельке {{balance, ton}}: хватит на регистрацию {{count, number}} файлов.',
  walletSuffices_other: 'На кошельке {{balance, ton}}: хватит на регистрацию {{count, number}} файла.',
  walletSufficesToo_one:
    'На кошельке {{balance, ton}}: хватит на магазин и на регистрацию {{count, number}} файла.',
  walletSufficesToo_few:
    'На кошельке {{balance, ton}}: хватит на магазин и на регистрацию {{count, number}} файлов.',
  walletSufficesToo_many:
    'На кошельке {{balance, ton}}: хватит на магазин и на регистрацию {{count, number}} файлов.',
  walletSufficesToo_other:
    'На кошельке {{balance, ton}}: хватит на магазин и на регистрацию {{count, number}} файла.',

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
