import { dark, declarations, light } from './tokens.tsx';

/**
 * The font face. `optional`: a first visit on a slow line keeps the system font instead of drawing every line
 * twice; from the second page load on the font is in the cache. `size-adjust` keeps the lines about equally long.
 */
function fontFaces(fontUrl: string): string {
  return `@font-face{font-family:"Plus Jakarta Sans";font-style:normal;font-display:optional;font-weight:400 700;src:url(${fontUrl}) format("woff2")}
@font-face{font-family:"Teduh Fallback";src:local("Roboto"),local("Segoe UI"),local("Arial");size-adjust:104.5%;ascent-override:97%;descent-override:21%;line-gap-override:0%}`;
}

const RULES = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-block-start:72px}
body{margin:0;background:var(--bg-page);color:var(--text-primary);font:400 1rem/1.5 "Plus Jakarta Sans","Teduh Fallback",system-ui,"Segoe UI",Roboto,sans-serif;text-rendering:geometricPrecision;-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure{margin:0;padding:0}
ul,ol{list-style:none}
h1,h2,h3,h4{font-weight:650;letter-spacing:-.01em;text-wrap:balance}
a{color:var(--text-link);text-underline-offset:3px}
button,input,select,textarea{font:inherit;color:inherit;text-rendering:geometricPrecision}
button{cursor:pointer;touch-action:manipulation}
img,svg{display:block;flex:none}
:focus-visible{outline:3px solid var(--border-focus);outline-offset:2px}
::placeholder{color:var(--text-placeholder);opacity:1}
[tabindex="-1"]:focus{outline:none}
@media (max-width:767.98px){html:has([data-bottom-bar]){scroll-padding-block-end:72px}}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation-duration:.01ms!important;animation-iteration-count:1!important;transition-duration:.01ms!important;scroll-behavior:auto!important}}
@media print{:root:root:root{${declarations(light)};color-scheme:light!important}}
`;

const THEMES = `:root{color-scheme:light;${declarations(light)}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${declarations(dark)}}}
:root[data-theme=dark]{color-scheme:dark;${declarations(dark)}}`;

/**
 * The whole global style as text. The shell writes it into its page, so that the first paint has its colours
 * and no theme flashes; nothing of it is in the program.
 */
export function globalCss(fontUrl: string): string {
  return `${fontFaces(fontUrl)}\n${THEMES}${RULES}`;
}
