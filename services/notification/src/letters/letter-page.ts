/** The colours of the portal, on light and on dark ground. */
const STYLE = `
body{margin:0;padding:0;background:#FBFAF7;color:#171B18;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5}
.card{background:#FFFFFF;border:1px solid #D8D7CE;border-radius:12px}
.button{background:#0E6753;border-radius:8px}
.button a{display:inline-block;padding:12px 24px;color:#FFFFFF;font-weight:600;text-decoration:none}
.soft{color:#4F544E;font-size:14px}
.soft a{color:#0E6753}
.code{font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.2em}
@media (prefers-color-scheme:dark){
body{background:#0F1311;color:#F5F4EF}
.card{background:#171B18;border-color:#3A3F3A}
.button{background:#6FB7A0}
.button a{color:#0F1311}
.soft{color:#BBBBB0}
.soft a{color:#6FB7A0}
}`;

const escape = (text: string): string =>
  text.replace(/[&<>"']/gu, (char) => `&#${char.codePointAt(0)};`).replaceAll('\n', '<br>');

export interface LetterPage {
  readonly subject: string;
  readonly school: string;
  readonly paragraphs: readonly string[];
  readonly code: string | null;
  readonly button: { readonly label: string; readonly link: string } | null;
  readonly small: readonly string[];
  readonly settings: { readonly label: string; readonly link: string } | null;
}

/** The one layout of all letters: 600 px, light and dark, without pictures or anything that is fetched. */
export function letterPage({
  subject,
  school,
  paragraphs,
  code,
  button,
  small,
  settings,
}: LetterPage): string {
  const lines = paragraphs.map((text) => `<p>${escape(text)}</p>`).join('\n');
  const shownCode = code === null ? '' : `<p class="code">${escape(code)}</p>`;
  const shownButton =
    button === null
      ? ''
      : `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="button"><a href="${escape(button.link)}">${escape(button.label)}</a></td></tr></table>`;
  const shownSettings =
    settings === null
      ? ''
      : `<p class="soft"><a href="${escape(settings.link)}">${escape(settings.label)}</a></p>`;
  return `<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title><style>${STYLE}</style></head>
<body><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;text-align:left"><tr><td style="padding:24px">
<p class="soft">${escape(school)}</p>
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escape(subject)}</h1>
${lines}
${shownCode}
${shownButton}
${small.map((text) => `<p class="soft" style="overflow-wrap:anywhere">${escape(text)}</p>`).join('\n')}
${shownSettings}
</td></tr></table></td></tr></table></body></html>`;
}
