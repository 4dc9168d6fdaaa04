import './viewer.css';
import './epub/book.css';
import { makeSample } from './make-sample.ts';
import { makeMedia } from './media/make-media.ts';
import { type FromViewer, type ToViewer, viewerKindOf } from './messages.ts';
import { Player } from './player/player.ts';
import { showEpub } from './show-epub.ts';
import { showImage } from './show-image.ts';
import { showPdf } from './show-pdf.ts';
import { showText } from './show-text.ts';
import type { ShownContent } from './view.ts';

const shows = { image: showImage, text: showText, pdf: showPdf, epub: showEpub };

// This frame has an opaque origin and does not know that of the dashboard; its messages contain no secrets.
const send = (message: FromViewer) => parent.postMessage(message, '*');

let shown: ShownContent | undefined;
let player: Player | undefined;

addEventListener('message', ({ data, source }: MessageEvent<ToViewer>) => {
  if (source !== parent) return;
  if (data.kind === 'ping') {
    send({ kind: 'alive' });
    return;
  }
  if (data.kind === 'link') {
    shown?.relink(data.url);
    return;
  }
  if (data.kind === 'player') {
    player ??= new Player(document.body, send);
    player.hear(data.message);
    return;
  }
  if (data.kind === 'scheme') {
    document.documentElement.dataset.scheme = data.colorScheme;
    return;
  }
  if (data.kind === 'sample') {
    makeSample(data, document.body, (done) => send({ kind: 'sampling', done })).then(
      (sample) => send({ kind: 'sample', ...sample }),
      () => send({ kind: 'failed', reason: 'unreadable' }),
    );
    return;
  }
  if (data.kind === 'media') {
    void makeMedia(data, document.body).then((made) => send({ ...made, id: data.id }));
    return;
  }
  const kind = viewerKindOf(data.contentType);
  document.body.replaceChildren();
  document.title = data.name;
  document.documentElement.lang = data.language;
  if (!kind || kind === 'audio' || kind === 'video') {
    send({ kind: 'failed', reason: 'unreadable' });
    return;
  }
  shown = shows[kind]({
    ...data,
    root: document.body,
    onShown: (pages) => send({ kind: 'shown', pages }),
    onFailed: (reason) => send({ kind: 'failed', reason }),
    onPlace: (place) => send({ kind: 'place', place }),
    onStale: () => send({ kind: 'renew' }),
  });
});

send({ kind: 'ready' });
