/** The page of a content for people without the app (`features/share-page`). */
export const sharePage = {
  audio: 'Audio',
  video: 'Video',
  picture: 'Picture',
  pdf: 'PDF',
  book: 'E-book',
  plainText: 'Text',
  file: 'File',

  sizeOf: '{{size, bytes}}',
  priceOf: '{{price, ton}}',
  wallet: 'wallet {{address}}',
  play: 'Play {{title}}',
  cannotPlay: 'Your browser cannot play this file. Download it instead.',
  download: 'Download',
  openInApp: 'Open in Alcove',

  price: 'Price',
  buyInApp: 'Buy in Alcove',
  buyHint: 'You buy and open this file in Alcove, a free app for your computer.',
  getApp: 'Get Alcove',
  testMoney: 'Test network: the price is in test money.',
  notRegistered: 'Not for sale yet.',
  withdrawn: 'Not for sale. Existing buyers keep access.',

  qrCode: 'QR code of this page',
  qrHint: 'Scan to open this page on another device.',
  hostedBy: 'Hosted by {{name}}',
  hostedWith: 'Shared with Alcove',
  report: 'Report',
  terms: 'Terms of use',
  privacy: 'Privacy policy',

  notFoundTitle: 'Nothing here',
  notFoundText:
    'This link leads to no file. Perhaps it is no longer shared, or a part of the link is missing. Ask the sender for a new link.',
  unavailableTitle: 'This file is not available',
  failedTitle: 'Something went wrong',
  failedText: 'This page could not be made. Try again later.',
} as const;
