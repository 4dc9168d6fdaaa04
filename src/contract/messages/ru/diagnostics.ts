import type { diagnostics as english } from '../en/diagnostics.ts';
import type { Translation } from '../message.ts';

export const diagnostics: Translation<typeof english> = {
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
  practiceEndedRemedy: 'Выключите учебный режим на странице «Обзор» и включите его снова.',
  practiceOff: 'Учебный режим выключен.',

  privateNode: 'Частный узел не должен быть доступен другим.',
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

  noPeers: 'Этот узел ещё не знает других.',
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
