import type { auth as english } from '../en/auth.ts';
import type { Translation } from '../message.ts';

export const auth: Translation<typeof english> = {
  userUnknown: 'На этом узле нет такого пользователя.',
  tooManyWallets: 'У вас уже кошельков: {{count}}. Войдите с одним из них.',
  walletNotLinked: 'Этот кошелёк не привязан. Сначала войдите с ним.',
  notSignInToken:
    'Это не токен входа. API-токены отзывают в панели управления или командой alcove token revoke',
  requesterSignedOut: 'Пользователь, запросивший эту ссылку, вышел. Войдите и запросите новую ссылку.',
  notOnList:
    'Вас нет в списке этого узла. Его владелец может добавить адрес вашего кошелька или telegram: и ваш номер: sign_in.list.',
  ownerOnly: 'Войти может только владелец этого узла. Владелец может впустить и других: sign_in.who.',
  noOwner:
    'У этого узла ещё нет владельца. Сначала владелец подключает кошелёк в панели управления, а потом входит с ним.',
  listEntryInvalid:
    'sign_in.list: «{{entry}}» — не адрес TON и не telegram: с числом, например telegram:12345.',
  walletsFileInvalid: 'sign_in.wallets_file: {{path}} — не список кошельков TON Connect: {{problem}}',
  tokenInAuthorization: 'Передайте токен завершаемого сеанса в Authorization.',
  tokenGone: 'Такого токена нет, или он уже отозван.',
  walletAppUnknown: 'Такого приложения-кошелька нет в списке этого узла: {{known}}.',
  mustBeOneOf: 'должно быть одним из: {{known}}',

  telegramNotConfigured:
    'У этого узла нет бота Telegram, поэтому он не может проверить twa_data. Войдите с кошельком: сначала отправьте пустой объект.',
  initDataInvalid: '{{why, message}} Откройте веб-приложение в Telegram ещё раз.',
  initDataFieldTwice: 'В init data одно поле указано дважды.',
  initDataHash: 'Init data не от бота этого узла: хеш не совпадает.',
  initDataSignature: 'Init data не от бота этого узла: подпись не подходит.',
  initDataNoDate: 'В init data нет auth_date.',
  initDataOld: 'Init data старше 24 часов.',
  initDataFuture: 'Дата init data ещё не наступила.',
  initDataNoUser: 'В init data не указан пользователь.',

  proofInvalid: '{{why, message}} Запросите новый токен и подпишите его кошельком.',
  proofOtherUser: 'Запрос подписи сделан для другого пользователя.',
  proofPayloadUnknown: 'Запрос подписи — не от этого узла, старше 20 минут или уже использован.',
  proofPayloadUsed: 'Запрос подписи уже использован.',
  proofAddress: 'Адрес аккаунта — не адрес TON.',
  proofPublicKey: 'Открытый ключ — не от этого кошелька.',
  proofSignature: 'Подпись не подходит к этому кошельку и доказательству.',
  proofDomainLength: 'lengthBytes — не длина домена.',
  proofDomain:
    'Доказательство — для другого домена. Подходящие домены задаёт владелец узла: sign_in.domains.',
  proofTimestamp: 'Время доказательства расходится с часами узла больше чем на 15 минут.',
  proofStateInit: 'State init — не от этого адреса.',
  proofNeedsStateInit: 'Узлу нужен walletStateInit: он не может прочитать ключ кошелька из блокчейна.',
  proofNeedsChain:
    'Узел не подключён к блокчейну и не может прочитать ключ такого кошелька. Без блокчейна он знает виды от v3R1 до v5R1.',
  proofNeedsNetwork: 'В доказательстве нет account.chain, а для такого кошелька он нужен.',
  proofNoWallet: 'По этому адресу ещё нет кошелька. Сначала отправьте что-нибудь из кошелька.',
  proofNoKey: 'Контракт по этому адресу — не кошелёк с одним ключом.',
  proofMultisig:
    'У этого кошелька несколько подписантов (multisig), поэтому одна подпись не покажет, кто им пользуется. Возьмите личный кошелёк.',
  proofFrozen: 'Кошелёк заморожен: за хранение не заплачено. Оплатите долг или возьмите другой кошелёк.',
  proofSignaturesOff: 'Кошелёк не принимает подписи. Включите их в кошельке или возьмите другой.',
  wrongNetwork:
    'Сеть кошелька — {{theirs, message}}, а этого узла — {{ours, message}}. Переключите кошелёк (нужна {{ours, message}}) и подключите его снова.',
  practiceOnly:
    'Сеть кошелька — {{theirs, message}}, а этот узел в учебном режиме, который приложениям-кошелькам недоступен. Возьмите учебный кошелёк.',
  mainNetwork: 'основная сеть',
  testNetwork: 'тестовая сеть',
  practiceNetwork: 'учебная сеть',
  otherNetwork: 'другая сеть',

  bridgeTimeout: 'Мост кошелька по адресу {{host}} не ответил вовремя.',
  bridgeStatus: 'Мост кошелька по адресу {{host}} ответил ошибкой {{status}}.',
  bridgeAnswer: 'Мост кошелька по адресу {{host}} отвечает не как мост TON Connect.',
  bridgeFlood: 'Мост кошелька по адресу {{host}} прислал слишком много данных.',
  bridgeUnreachable: 'Мост кошелька по адресу {{host}} недоступен.',
  connectNoProof: 'Кошелёк ответил без доказательства. Попробуйте ещё раз или возьмите другой кошелёк.',
  connectOtherPayload: 'Кошелёк подписал не то, что запрошено. Попробуйте ещё раз.',
  connectEnded: 'Подключение завершено в кошельке.',
  connectCrowdedOut: 'Подключение завершено: было слишком много более новых. Подключитесь снова.',
  connectFailed: 'Кошелёк не смог подключиться. Попробуйте ещё раз или возьмите другой кошелёк.',
  connectDeclined: 'Подключение отклонили в кошельке.',
  connectManifest:
    'Кошелёк не смог прочитать манифест по адресу {{url}}. Кошельки читают его через интернет. Укажите доступный им адрес: sign_in.manifest_url.',
};
