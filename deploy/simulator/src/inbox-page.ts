import { createHash } from 'node:crypto';
import { type DeliveryStatus, formatPhone, type InboxMessage } from './inbox.ts';
import type { Letter } from './letters.ts';
import { escape, STYLE, time } from './page-style.ts';
import type { ShownButton } from './template-check.ts';

const SHOWN = 200;
export const REFRESH_SECONDS = 5;

/** Allows this page's own style and no script. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

const TICKS: Readonly<Record<DeliveryStatus, readonly [string, string]>> = {
  accepted: ['◷', 'Diterima server'],
  sent: ['✓', 'Terkirim'],
  delivered: ['✓✓', 'Sampai'],
  read: ['✓✓', 'Dibaca'],
  failed: ['!', 'Gagal'],
};

/** A button that opens an address; that of a code is the field beside the message. */
function button(one: ShownButton): string {
  if (one.type !== 'url') return '';
  return `<p><a class="button" href="${escape(one.url)}" rel="noreferrer">${escape(one.text)}</a></p>`;
}

function article(message: InboxMessage, at: number): string {
  const [tick, status] = TICKS[message.status];
  // A field, not plain text: tabbing into it selects the code, so that copying needs no script.
  const code = message.code
    ? `<label class="soft">Kode (pilih lalu salin)<input class="code" readonly value="${escape(message.code)}"></label>`
    : '';
  return `<li><article aria-labelledby="m${at}">
<div class="head"><h2 id="m${at}">Kepada <a href="/?to=${encodeURIComponent(message.to)}">${escape(formatPhone(message.to))}</a></h2><time class="soft" datetime="${message.at}">${escape(time.format(new Date(message.at)))}</time></div>
<p class="text">${escape(message.text)}</p>${code}${message.buttons.map(button).join('')}
<div class="foot soft"><span>Templat ${escape(message.template)}</span><span><span aria-hidden="true">${tick}</span> ${status}</span></div>
</article></li>`;
}

/** A letter as a text-only program shows it; its links can be opened. */
function letterArticle(letter: Letter, at: number): string {
  const text = escape(letter.text).replace(/https?:\/\/[^\s<]+/gu, (url) => `<a href="${url}">${url}</a>`);
  return `<li><article aria-labelledby="e${at}">
<div class="head"><h2 id="e${at}">Kepada <a href="/?to=${encodeURIComponent(letter.to)}">${escape(letter.to)}</a></h2><time class="soft" datetime="${letter.at}">${escape(time.format(new Date(letter.at)))}</time></div>
<p><strong>${escape(letter.subject)}</strong></p>
<p class="text">${text}</p>
<div class="foot soft"><span>Surat</span><span>${escape(letter.headers.from ?? '')}</span></div>
</article></li>`;
}

/** The inbox as a page; it refreshes itself only where its reader asks for it. */
export function inboxPage(
  messages: readonly InboxMessage[],
  letters: readonly Letter[],
  view: { readonly to?: string | undefined; readonly refresh: boolean },
): string {
  const filter = view.to ? `to=${encodeURIComponent(view.to)}` : '';
  const link = (refresh: boolean) =>
    `/?${[filter, refresh ? 'segarkan=1' : ''].filter(Boolean).join('&amp;')}`;
  const shown = [
    ...messages.slice(0, SHOWN).map((message, at) => ({ at: message.at, html: article(message, at) })),
    ...letters.slice(0, SHOWN).map((letter, at) => ({ at: letter.at, html: letterArticle(letter, at) })),
  ]
    .toSorted((left, right) => (left.at < right.at ? 1 : -1))
    .slice(0, SHOWN);
  const count = messages.length + letters.length;
  const list =
    count === 0
      ? '<p>Belum ada pesan. Pesan muncul di sini begitu portal mengirimnya.</p>'
      : `<ol>${shown.map(({ html }) => html).join('\n')}</ol>`;
  return `<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kotak masuk WhatsApp (simulator)</title><style>${STYLE}</style></head>
<body><header><h1>Kotak masuk WhatsApp (simulator)</h1>
<p class="soft">Semua pesan yang dikirim portal pada komputer ini. Tidak ada yang keluar ke WhatsApp.</p>
<form action="/" method="get"><label>Nomor atau email tujuan<input type="text" name="to" value="${escape(view.to ?? '')}" autocomplete="off" placeholder="08…"></label><button type="submit">Saring</button></form>
<nav aria-label="Tampilan"><a href="${link(view.refresh)}">Muat ulang</a>${
    view.refresh
      ? `<a href="${link(false)}">Hentikan muat ulang otomatis</a>`
      : `<a href="${link(true)}">Muat ulang otomatis tiap ${REFRESH_SECONDS} detik</a>`
  }${view.to ? `<a href="/${view.refresh ? '?segarkan=1' : ''}">Semua penerima</a>` : ''}</nav></header>
<main><p class="soft" role="status">${count} pesan${count > shown.length ? `, ${SHOWN} terbaru ditampilkan` : ''}</p>
${list}</main></body></html>`;
}
