/** The look of the simulator's pages. */
export const STYLE = `
:root{color-scheme:light dark;--page:#FBFAF7;--card:#FFFFFF;--line:#D8D7CE;--text:#171B18;--soft:#4F544E;--link:#0E6753;--code:#EAF5F1;--codetext:#0B5344;--focus:#171B18}
@media (prefers-color-scheme:dark){:root{--page:#0F1311;--card:#171B18;--line:#3A3F3A;--text:#F5F4EF;--soft:#BBBBB0;--link:#6FB7A0;--code:#0A4236;--codetext:#D0E8DF;--focus:#FFFFFF}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main,header{max-width:44rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}
h2{font-size:1rem;margin:0}
p{margin:.25rem 0}
a{color:var(--link);display:inline-block;padding:.25rem 0}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.soft{color:var(--soft)}
ol{list-style:none;margin:0;padding:0;display:grid;gap:1rem}
article{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem}
.head,.foot{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem}
.text{white-space:pre-line;overflow-wrap:anywhere;margin:.5rem 0}
.code{width:12rem;max-width:100%;border:0;background:var(--code);color:var(--codetext);border-radius:8px;padding:.5rem 1rem;margin:.5rem 0;font:600 1.5rem/1.4 ui-monospace,monospace;letter-spacing:.2em}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.5rem 0}
label{display:grid;gap:.25rem}
input,button{font:inherit;min-height:44px;padding:.5rem .75rem;border-radius:8px;border:1px solid var(--soft);background:var(--card);color:var(--text)}
button{border-color:var(--link);color:var(--link);font-weight:600;cursor:pointer}
.button{display:block;min-height:44px;padding:.5rem .75rem;border-top:1px solid var(--line);text-align:center;font-weight:600}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
`;

/** A moment in Jakarta. */
export const time = new Intl.DateTimeFormat('id-ID', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Jakarta',
});

/** Text within HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/gu, (char) => `&#${char.codePointAt(0)};`);
}
