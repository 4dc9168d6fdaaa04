import type { http as english } from '../en/http.ts';
import type { Translation } from '../message.ts';

export const http: Translation<typeof english> = {
  internal: 'Узел не смог ответить. Причина записана в его журнале: {{request}}.',

  inputInvalid: 'Запрос составлен неверно: {{path}} {{problem, message}}',
  bodyNotJson: 'Тело запроса — не JSON.',
  isNotJson: '— это не JSON',
  jsonInvalid: 'JSON составлен неверно: {{path}} {{problem, message}}.',
  isNestedTooDeep: '— глубина вложенности больше {{max, number}}',
  hasHalfSurrogate: 'содержит половину суррогатной пары',
  isDuplicate: 'встречается дважды',
  isTooLargeNumber: '— число вне допустимых пределов',
  isTooLargeInteger: '— целое число больше 2^53',
  cursorInvalid: 'Узел не узнаёт место в списке. Откройте список заново, без курсора.',
  isNotCursor: 'не является местом в этом списке',

  bodyTooLarge: 'Тело запроса слишком большое. Предел: {{max, bytes}}.',
  bodyEncoded: 'Отправьте тело запроса без Content-Encoding.',
  bodyTimeout: 'Тело запроса не пришло вовремя. Предел: {{limit, duration}}.',
  bodyCutOff: 'Соединение прервалось раньше, чем пришло всё тело запроса.',
  bodyNotUtf8: 'Тело запроса — не текст в UTF-8.',
  bodyMustBeJson: 'Тело запроса должно быть в формате JSON. Отправьте Content-Type: application/json.',
  isNotMultipart: '— это не multipart/form-data',
  multipartWithoutBoundary: 'В теле multipart не указан разделитель (boundary).',
  multipartOtherField: 'Отправьте файл в поле «file» тела multipart.',
  multipartWithoutFile: 'В теле multipart нет поля «file».',
  multipartCutOff: 'Тело multipart обрывается внутри файла.',
  multipartMalformed: 'Тело multipart составлено неверно.',
  digestMismatch: 'Полученные байты не соответствуют заголовку {{header}}. Ничего не сохранено.',

  malformed: 'Это не запрос HTTP/1.1.',
  headersTooLarge: 'Заголовки запроса слишком большие. Предел: {{max, bytes}}.',
  headersTimeout: 'Заголовки запроса не пришли вовремя. Предел: {{limit, duration}}.',
  hostNotOnce: 'В запросе должен быть ровно один заголовок Host.',
  transferCoding: 'Поддерживается только кодирование передачи «chunked».',
  expectation: 'Поддерживается только ожидание 100-continue.',
  notOnReplica: 'Узел, который работает на нескольких компьютерах, этого пока не умеет.',
  notProxy: 'Этот узел — не прокси.',
  targetNotPath: 'Адрес в запросе должен быть путём, который начинается с «/».',
  targetCharacters:
    'В адресе запроса есть фрагмент, пробел или символ, который нужно записать через знак процента.',
  targetHost: 'В адресе запроса нет имени узла или указан пользователь.',
  targetEncoding: 'Символы в адресе запроса записаны не в UTF-8 через знак процента.',
  targetDuplicate: 'Один и тот же параметр указан в запросе дважды.',
  pathSeparator: 'В пути запроса есть закодированная косая черта.',
  pathBackslash: 'В пути запроса есть обратная косая черта.',
  pathSegment: 'В пути запроса есть пустая часть, «.» или «..».',
  pathControl: 'В пути запроса есть управляющий символ.',
  notFound: 'По этому адресу у узла ничего нет.',
  methodNotAllowed: 'Этот адрес поддерживает методы {{methods}}.',
  unacceptable: 'Путь или условие в заголовках составлены неверно.',
  fileChanged: 'Файл тем временем изменился.',
  preconditionFailed: 'Сохранённый файл не соответствует If-Match или If-Unmodified-Since.',
  rangeOutside: 'Диапазон выходит за пределы файла, размер которого — {{size, bytes}}.',
  clientGone: 'Клиент отключился.',

  hostUnknown:
    'В заголовке Host указано чужое имя. Владелец узла может добавить имена в настройку http.host_names.',
  crossSite:
    'Частный узел не отвечает страницам других сайтов. Владелец узла может разрешить источник в настройке http.allowed_origins.',
  originNotAllowed:
    'Страницам этого источника нельзя обращаться к узлу. Владелец узла может разрешить источник в настройке http.allowed_origins.',
  tokenMissing:
    'Отправьте токен этого узла в заголовке «Authorization: Bearer …». Чтобы получить токен, войдите. Для программы владелец создаёт токен в панели управления или командой alcove token create',
  tokenUnknown: 'Этот узел не знает токена, или его срок истёк, или он отозван.',
  scopeMissing: 'У токена нет права {{scope}}.',
  rateLimited: 'Слишком много запросов с этого адреса. Попробуйте ещё раз через {{wait, duration}}.',

  dashboardHost: 'Панель управления доступна только по именам этого компьютера.',
  dashboardOrigin: 'Страницам других источников нельзя обращаться к API панели управления.',
  dashboardSession:
    'Для API панели управления нужен сеанс этого запуска Alcove. Откройте адрес, который выводит команда «alcove dashboard».',
  dashboardCode:
    'Этот адрес панели управления уже использован или устарел. Откройте адрес, который сейчас выводит команда «alcove dashboard».',
  dashboardCodes: 'Слишком много неверных кодов. Попробуйте ещё раз через {{wait, duration}}.',
  restarting: 'Узел перезапускается. Повторите попытку через несколько секунд.',
  shuttingDown: 'Узел завершает работу. Попробуйте ещё раз, когда он снова заработает.',
  commandUnknown: 'Такой команды нет.',
  chainNotEmbedded:
    'У этого узла нет встроенного блокчейна. Запустите его с chain.network=embedded и без chain.endpoint.',
};
