/**
 * Runs before the first paint: the chosen theme, which markup to show, and what the visitor does before the program
 * listens: a tab is chosen in the markup, sending is remembered (first-paint/end.tsx carries both over).
 */
const HEAD_SCRIPT = `(function(d){var t,i,s;try{t=localStorage.getItem('gerbang.theme');i=localStorage.getItem('gerbang.known');s=localStorage.getItem('gerbang.sidebar')}catch(e){}
if(t==='light'||t==='dark')d.dataset.theme=t;
if(s)d.dataset.side=s;
var p=location.pathname,f=d.dataset.frame;if(f==='either')d.dataset.frame=i==='staff'?'staff':'family';
d.dataset.first=/^[a-z]/.test(f)?'frame':i?'wait':p==='/'?'landing':p==='/auth'?'auth':'wait';
addEventListener('submit',function(e){if(d.dataset.first){e.preventDefault();d.dataset.sent='1'}});
addEventListener('click',function(e){var b=d.dataset.first&&e.target.closest('#first-paint [data-tab]');if(b)gerbangTab(b.dataset.tab)});
window.gerbangTab=function(id){d.dataset.tab=id;document.querySelectorAll('#first-paint [data-tab]').forEach(function(b){
var on=b.dataset.tab===id;b.setAttribute('aria-selected',on);b.tabIndex=on?0:-1});
document.querySelectorAll('#first-paint [data-panel]').forEach(function(b){b.hidden=b.dataset.panel!==id})}})(document.documentElement)`;

/**
 * Puts the foundation's name and what is told about the address into the markup of the first paint, shows its contact,
 * and chooses the tab of the address.
 */
const BODY_SCRIPT = `(function(d){function all(s,f){d.querySelectorAll('#first-paint '+s).forEach(f)}
try{var v=JSON.parse(d.getElementById('gerbang-public').textContent),w=v.contact&&v.contact.whatsapp;
if(v.name)all('[data-public-name]',function(e){e.textContent=v.name});
if(w)all('[data-public-contact]',function(e){e.hidden=false;e.querySelector('a').href='https://wa.me/'+w.replace(/\\D/g,'')});
var t=JSON.parse(d.getElementById('gerbang-page').textContent);if(t.title){
function put(s,x){all('#first-frame '+s,function(e){e.textContent=x})}
put('h1',t.title);put('h1+p',t.description);
if(t.crumbs.length)all('[data-first-crumbs]',function(e){e.hidden=false;e.querySelectorAll('li>*').forEach(function(c,i){c.textContent=t.crumbs[i]})});
if(t.today){all('[data-first-dashboard]',function(e){e.hidden=false});put('[data-first-today]',t.today)}}}catch(e){}
if(/[?&]tab=daftar\\b/.test(location.search))gerbangTab('daftar')})(document)`;

/**
 * Fetches the program once the first paint stands, so that it takes neither bandwidth nor time from the text that the
 * visitor came for. A hidden tab paints nothing and does not wait. Beside it what the page of this address is drawn with:
 * the program would ask for it only when it runs, one part after the other. By `fetch`, into the cache: a preload that a
 * slow phone has not used within three seconds, or does not need after all, is a warning. The page's first reads begin at
 * once, because their time is the server's; the program takes their answers (web-kit, client).
 */
const startScript = (
  scripts,
  frame,
  dashboard,
) => `(function(l,f,b){var t={},a={};try{t=JSON.parse(document.getElementById('gerbang-page').textContent);
t.reads&&t.reads.forEach(function(u){(a[u]=fetch(u,{credentials:'include'})).catch(function(){})});window.gerbangAhead=a}catch(e){}
function go(){l.forEach(function(s){var e=document.createElement('script');
e.src=s;e.async=false;document.head.append(e)});
t.files&&f.concat(t.dashboard?b:[],t.files).forEach(function(s){fetch(s).catch(function(){})})}
document.hidden?go():requestAnimationFrame(function(){setTimeout(go)})})(${[scripts, frame, dashboard].map((one) => JSON.stringify(one)).join()})`;

/** One first paint with its style, between marks: the gateway leaves out those of other addresses. */
const firstPaint = (name, { html, css }) =>
  `<!--first:${name}--><div id="first-${name}"><style nonce="__CSP_NONCE__">${css}</style>${html}</div><!--/first:${name}-->`;

/**
 * The one HTML page. The gateway fills `__CSP_NONCE__` (every inline script and style) and `__GERBANG_PUBLIC__`
 * (JSON with `<` escaped: `{ name, logo, contact }`), `__GERBANG_PAGE__` (JSON: what it knows about the address) and
 * `__GERBANG_FRAME__` (whose frame the page is drawn in, nothing where in none).
 */
export function pageTemplate({ scripts, chunks, font, globalCss, landing, auth, frame, wait }) {
  return `<!doctype html>
<html lang="id" data-frame="__GERBANG_FRAME__">
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
html[data-first] #root,#first-paint>*{display:none}html[data-first=landing] #first-landing,html[data-first=auth] #first-auth,html[data-first=frame] #first-frame,html[data-first=wait] #first-wait{display:block}</style>
</head>
<body>
<script type="application/json" id="gerbang-public" nonce="__CSP_NONCE__">__GERBANG_PUBLIC__</script>
<script type="application/json" id="gerbang-page" nonce="__CSP_NONCE__">__GERBANG_PAGE__</script>
<div id="first-paint">${Object.entries({ landing, auth, frame, wait })
    .map(([name, screen]) => firstPaint(name, screen))
    .join('')}</div>
<script nonce="__CSP_NONCE__">${BODY_SCRIPT}</script>
<noscript><p>Aktifkan JavaScript di peramban Anda untuk memakai aplikasi ini.</p></noscript>
<div id="root"></div>
<script nonce="__CSP_NONCE__" id="gerbang-start">${startScript(scripts, chunks.frame, chunks.dashboard)}</script>
</body>
</html>
`;
}
