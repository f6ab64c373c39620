import { transformSync } from '@swc/core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// As for the program (packages/federation, base): without it the markup alone is of no use.
const target = 'es2022';

/**
 * An inline script of the page: the function `name` of `scripts/<file>.ts` with its helpers, called with the arguments
 * `call` (JavaScript). A script may import types only.
 */
export function compileScript(file: string, name: string, call: string): string {
  const source = readFileSync(fileURLToPath(new URL(`./scripts/${file}.ts`, import.meta.url)), 'utf8');
  const body = transformSync(source.replaceAll(/^export /gmu, ''), {
    jsc: { target, parser: { syntax: 'typescript' } },
  }).code.replaceAll(/^export \{\s*\};?$/gmu, '');
  const { code } = transformSync(`(function(){${body}\nreturn ${name}})()(${call})`, {
    jsc: { target, minify: { compress: true, mangle: true } },
    isModule: false,
    minify: true,
  });
  return code.trim().replace(/;$/u, '');
}

/** Markup of one screen and the style that it needs. */
export interface Screen {
  readonly html: string;
  readonly css: string;
}

/** Parts of the page: addresses of scripts and of the font, the common style, a screen for each first paint. */
export interface PageParts {
  readonly scripts: readonly string[];
  /** What the pages behind the login are drawn in. */
  readonly inside: readonly string[];
  readonly font: string;
  readonly globalCss: string;
  readonly landing: Screen;
  readonly auth: Screen;
  readonly frame: Screen;
  readonly wait: Screen;
}

/** One first paint with its style, between marks: the gateway leaves out those of other addresses. */
const firstPaint = (name: string, { html, css }: Screen) =>
  `<!--first:${name}--><div id="first-${name}"><style>${css}</style>${html}</div><!--/first:${name}-->`;

/**
 * The one HTML page. The gateway allows its inline scripts and styles by their hashes, and fills `__GERBANG_PUBLIC__` and
 * `__GERBANG_PAGE__` (JSON with `<` escaped: PublicData and PageData of the contracts) and `__GERBANG_FRAME__` (whose
 * frame the page is drawn in, empty for none).
 */
export function pageTemplate({
  scripts,
  inside,
  font,
  globalCss,
  landing,
  auth,
  frame,
  wait,
}: PageParts): string {
  const lists = [scripts, inside].map((list) => JSON.stringify(list)).join();
  return `<!doctype html>
<html lang="id" data-frame="__GERBANG_FRAME__">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#FBFAF7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0F1311" media="(prefers-color-scheme: dark)">
<meta name="description" content="Penerimaan murid baru: daftar akun, lengkapi profil, dan ikuti tahapan pendaftaran anak Anda.">
<title>Penerimaan Murid Baru</title>
<link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
<link rel="manifest" href="/assets/app.webmanifest">
<link rel="apple-touch-icon" href="/assets/icon-180.png">
<script>${compileScript('before-paint', 'beforePaint', 'document.documentElement')}</script>
<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">
<style>${globalCss}
html[data-first] #root,#first-paint>*{display:none}html[data-first=landing] #first-landing,html[data-first=auth] #first-auth,html[data-first=frame] #first-frame,html[data-first=wait] #first-wait{display:block}html[data-sent] #first-paint [type=submit]{opacity:.75;cursor:progress}</style>
</head>
<body>
<script type="application/json" id="gerbang-public">__GERBANG_PUBLIC__</script>
<script type="application/json" id="gerbang-page">__GERBANG_PAGE__</script>
<div id="first-paint">${Object.entries({ landing, auth, frame, wait })
    .map(([name, screen]) => firstPaint(name, screen))
    .join('')}</div>
<script>${compileScript('fill-in', 'fillIn', '')}</script>
<noscript><p>Aktifkan JavaScript di peramban Anda untuk memakai aplikasi ini.</p></noscript>
<div id="root"></div>
<script id="gerbang-start">${compileScript('start', 'start', lists)}</script>
</body>
</html>
`;
}
