import type { sharePage as english } from '../../en/pages/share-page.ts';
import type { Translation } from '../../message.ts';

export const sharePage: Translation<typeof english> = {
  audio: 'Аудио',
  video: 'Видео',
  picture: 'Картинка',
  pdf: 'Документ PDF',
  book: 'Электронная книга',
  plainText: 'Текст',
  collection: 'Коллекция',
  album: 'Альбом',
  playlist: 'Плейлист',
  folder: 'Папка',
  items_one: '{{count, number}} элемент',
  items_few: '{{count, number}} элемента',
  items_many: '{{count, number}} элементов',
  items_other: '{{count, number}} элемента',
  emptyCollection: 'В этой коллекции пока ничего нет.',
  notHere: 'нет на этом узле',
  file: 'Файл',

  sizeOf: '{{size, bytes}}',
  priceOf: '{{price, ton}}',
  wallet: 'кошелёк {{address}}',
  play: 'Воспроизвести «{{title}}»',
  cannotPlay: 'Ваш браузер не может воспроизвести этот файл. Скачайте его.',
  download: 'Скачать',
  openInApp: 'Открыть в Alcove',

  price: 'Цена',
  buyInApp: 'Купить в Alcove',
  buyHint: 'Покупка и просмотр — в Alcove, бесплатном приложении для компьютера.',
  getApp: 'Получить Alcove',
  testMoney: 'Тестовая сеть: цена указана в тестовых деньгах.',
  notRegistered: 'Пока не продаётся.',
  withdrawn: 'Не продаётся. У купивших раньше доступ остаётся.',

  qrCode: 'QR-код этой страницы',
  qrHint: 'Отсканируйте, чтобы открыть эту страницу на другом устройстве.',
  hostedBy: 'Размещено на узле {{name}}',
  hostedWith: 'Опубликовано с помощью Alcove',
  report: 'Пожаловаться',
  terms: 'Условия использования',
  privacy: 'Политика конфиденциальности',

  notFoundTitle: 'Здесь ничего нет',
  notFoundText:
    'Файл не найден. Возможно, к нему закрыли доступ или ссылка неполная. Попросите отправителя прислать новую ссылку.',
  unavailableTitle: 'Этот файл недоступен',
  failedTitle: 'Что-то пошло не так',
  failedText: 'Не удалось загрузить эту страницу. Попробуйте позже.',
};
