/* global __resourceQuery, __webpack_hash__ */
/** Takes over the modules of a finished build; what cannot be replaced in the running page reloads it. */
const query = new URLSearchParams(__resourceQuery);
const hot = import.meta.webpackHot;

// All parts of the page listen on one connection: a browser opens six to a host.
globalThis.gerbangBuilds ??= new EventSource(query.get('events'));
globalThis.gerbangBuilds.addEventListener(query.get('name'), ({ data }) => {
  const { hash, errors } = JSON.parse(data);
  if (errors.length > 0) console.error(errors.join('\n\n'));
  else if (hash !== __webpack_hash__ && hot.status() === 'idle') hot.check(true).then(taken, reload);
});

function taken(modules) {
  if (!modules) reload();
}

/** Reloads once the gateway responds: a changed rule restarts the services as well. */
function reload() {
  fetch('/readyz').then(
    ({ ok }) => (ok ? location.reload() : later()),
    () => later(),
  );
}

function later() {
  setTimeout(reload, 200);
}
