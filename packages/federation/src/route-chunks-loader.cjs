/**
 * webpack loader for `src/routes.tsx` of a remote: names the chunk of each page by the page's path, so that the gateway
 * can tell which files draw it. Every remote is treated alike, and no page writes its own name.
 */
module.exports = function nameChunks(source) {
  const pages = source.match(/lazyPage\(/gu)?.length ?? 0;
  let named = 0;
  const result = source.replace(
    /(['"])(\/[^'"]*)\1:\s*lazyPage\(\(\)\s*=>\s*import\(/gu,
    (text, _quote, path) => {
      named += 1;
      return `${text}/* webpackChunkName: "${path}" */ `;
    },
  );
  if (named !== pages)
    throw new Error(`${pages - named} of ${pages} pages have no path that names their chunk`);
  return result;
};
