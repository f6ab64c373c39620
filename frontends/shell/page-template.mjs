/** Runs before the first paint: chosen theme, which markup to show, and no sending before the program listens. */
const HEAD_SCRIPT = `(function(d){var t,i;try{t=localStorage.getItem('gerbang.theme');i=localStorage.getItem('gerbang.known')}catch(e){}
if(t==='light'||t==='dark')d.dataset.theme=t;
var p=location.pathname;d.dataset.first=i?'wait':p==='/'?'landing':p==='/auth'?'auth':'wait';
addEventListener('submit',function(e){if(d.dataset.first)e.preventDefault()})})(document.documentElement)`;

/** Puts the foundation's name into the markup of the first paint. */
const NAME_SCRIPT = `(function(){try{var n=JSON.parse(document.getElementById('gerbang-public').textContent).name;
if(n)document.querySelectorAll('[data-public-name]').forEach(function(e){e.textContent=n})}catch(e){}})()`;

/**
 * The one HTML page. The gateway fills `__CSP_NONCE__` (every inline script and style) and `__GERBANG_PUBLIC__`
 * (JSON with `<` escaped: `{ name, logo, contact }`).
 */
export function pageTemplate({ scripts, font, globalCss, css, landing, auth, wait }) {
  return `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" nonce="__CSP_NONCE__">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#FBFAF7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0F1311" media="(prefers-color-scheme: dark)">
<meta name="description" content="Penerimaan murid baru: daftar akun, lengkapi profil, dan ikuti tahapan pendaftaran anak Anda.">
<title>Penerimaan Murid Baru</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 36 36'%3E%3Crect width='36' height='36' rx='10' fill='%230E6753'/%3E%3Cg fill='none' stroke='%23fff' stroke-width='1.5'%3E%3Cpath d='M9.5 9.5h17v17h-17z'/%3E%3Cpath d='M9.5 9.5h17v17h-17z' transform='rotate(45 18 18)'/%3E%3C/g%3E%3C/svg%3E">
<script nonce="__CSP_NONCE__">${HEAD_SCRIPT}</script>
<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">
<style nonce="__CSP_NONCE__">${globalCss}
html[data-first] #root,#first-paint>*{display:none}html[data-first=landing] #first-landing,html[data-first=auth] #first-auth,html[data-first=wait] #first-wait{display:block}</style>
<style nonce="__CSP_NONCE__" id="first-paint-css">${css}</style>
${scripts.map((src) => `<script defer src="${src}" nonce="__CSP_NONCE__"></script>`).join('\n')}
</head>
<body>
<script type="application/json" id="gerbang-public" nonce="__CSP_NONCE__">__GERBANG_PUBLIC__</script>
<div id="first-paint"><div id="first-landing">${landing}</div><div id="first-auth">${auth}</div><div id="first-wait">${wait}</div></div>
<script nonce="__CSP_NONCE__">${NAME_SCRIPT}</script>
<noscript><p>Aktifkan JavaScript di peramban Anda untuk memakai aplikasi ini.</p></noscript>
<div id="root"></div>
</body>
</html>
`;
}
