import { createHash } from 'node:crypto';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { escape, STYLE, time } from '../page-style.ts';
import type { BankRequest, Ledger } from './ledger.ts';

const OWN_STYLE = `${STYLE}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
select{font:inherit;min-height:44px;padding:.5rem .75rem;border-radius:8px;border:1px solid var(--soft);background:var(--card);color:var(--text);max-width:100%}
section{margin:1.5rem 0}
`;
export const BANK_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(OWN_STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

const SHOWN = 100;
const STATES = { open: 'Terbuka', paid: 'Dibayar', deleted: 'Dibatalkan', expired: 'Berakhir' } as const;
const rupiah = (amount: number) => `Rp${new Intl.NumberFormat('id-ID').format(amount)}`;
const moment = (text: string) => `<time datetime="${text}">${escape(time.format(new Date(text)))}</time>`;
const option = (value: string, label: string, chosen: unknown) =>
  `<option value="${value}"${value === chosen ? ' selected' : ''}>${label}</option>`;
const choice = (label: string, name: string, options: Record<string, string>, chosen: unknown) =>
  `<label>${label}<select name="${name}">${Object.entries(options)
    .map(([value, text]) => option(value, text, chosen))
    .join('')}</select></label>`;

type Switches = Readonly<Record<string, readonly [string, object]>>;

function article(request: BankRequest, at: number, switches: Switches): string {
  const allowed = Object.entries(switches).filter(
    ([, [, how]]) => request.state === 'open' || 'after_end' in how,
  );
  const told = request.notifications.at(-1);
  const rows: [string, string][] = [
    ['Jumlah', rupiah(request.amount)],
    ['Berlaku sampai', moment(request.expires_at)],
    ...(request.va_number ? ([['Nomor VA', escape(request.va_number.trim())]] as [string, string][]) : []),
    ...request.payments.map(({ amount, paid_at, rrn }): [string, string] => [
      'Dibayar',
      `${rupiah(amount)}, ${moment(paid_at)}, RRN ${rrn}`,
    ]),
    ...(told
      ? ([['Jawaban portal', escape(told.code ?? String(told.status ?? 'tidak ada'))]] as [string, string][])
      : []),
  ];
  return `<li><article aria-labelledby="r${at}">
<div class="head"><h2 id="r${at}">${request.channel === 'va' ? 'Virtual Account' : 'QRIS'} ${escape(request.request_no)}</h2><span class="soft">${STATES[request.state]}</span></div>
<p class="soft">${escape(request.name)}</p>
<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
<form action="/bank/page/pay/${request.id}" method="post"><label>Cara<select name="how">${allowed
    .map(([name, [label]]) => option(name, label, ''))
    .join('')}</select></label><button type="submit" aria-describedby="r${at}">Bayar</button></form>
</article></li>`;
}

/** The page "Bank simulasi": what may be paid, and the switches; it needs no script. */
export function bankPage(
  requests: readonly BankRequest[],
  orders: ReturnType<Ledger['orders']>,
  switches: Switches,
  settled?: ReturnType<Ledger['settle']>,
): string {
  const open = requests.filter(({ state }) => state === 'open').length;
  const sorted = requests.toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open'));
  const list =
    requests.length === 0
      ? '<p>Belum ada permintaan. Nomor muncul di sini begitu orang tua menekan “Bayar” di portal.</p>'
      : `<ol>${sorted
          .slice(0, SHOWN)
          .map((request, at) => article(request, at, switches))
          .join('\n')}</ol>`;
  const result = settled
    ? `<p role="status">Kotor ${rupiah(settled.gross)}, biaya ${rupiah(settled.fee)}, bersih ${rupiah(settled.net)} dari ${settled.requests.length} permintaan. Baris mutasi: <strong>${settled.text}</strong></p>`
    : '';
  return `<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bank simulasi</title><style>${OWN_STYLE}</style></head>
<body><header><h1>Bank simulasi</h1>
<p class="soft">Membayar Virtual Account dan QRIS pada komputer ini. Tidak ada uang yang berpindah.</p>
<nav aria-label="Tampilan"><a href="/bank">Muat ulang</a><a href="/">Kotak masuk WhatsApp</a></nav></header>
<main><section aria-labelledby="permintaan"><h2 id="permintaan">Permintaan</h2><p class="soft">${open} terbuka dari ${requests.length}</p>
${list}</section>
<section aria-labelledby="sakelar"><h2 id="sakelar">Sakelar</h2>
<form action="/bank/page/control" method="post">
${choice('Membuat nomor', 'create', { ok: 'Berhasil', '500': 'Jawab 500', hang: 'Tidak menjawab', refuse: 'Tolak' }, orders.create)}
${choice('Menanyakan status', 'status', { ok: 'Berhasil', '500': 'Jawab 500' }, orders.status)}
${choice('Kabar pembayaran', 'notify', { on: 'Dikirim', off: 'Lupa dikirim' }, orders.notify)}
<button type="submit">Terapkan</button></form></section>
<section aria-labelledby="cair"><h2 id="cair">Pencairan</h2>
<form action="/bank/page/settle" method="post"><label>Hari<input type="date" name="day" required value="${jakartaDay(new Date())}"></label>
${choice('Kanal', 'channel', { va: 'Virtual Account', qris: 'QRIS' }, settled?.channel)}
<label>Biaya (Rp)<input name="fee" inputmode="numeric" pattern="[0-9]+" required value="0"></label><button type="submit">Hitung</button></form>${result}</section>
</main></body></html>`;
}
