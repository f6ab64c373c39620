#!/bin/sh
# Takes into /slim what the programs of a workspace load of the installed packages: without those of tests, and without their own
# tests, types, source maps, documents and builds for other programs than Node. Licences stay.
set -eu
mkdir /slim
cp package.json /slim
npm ls --all --omit=dev --parseable --workspace "$1" | sed -n "s#^$PWD/##p" | xargs cp --archive --parents --target-directory=/slim
cd /slim
find . -type f ! -iname 'licen[cs]e*' \
  \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete
find . -type d \( -name test -o -name tests -o -name __tests__ -o -name docs -o -name example -o -name examples \
  -o -name benchmark -o -name benchmarks \) -prune -exec rm -rf {} +
cd node_modules
rm -rf bare-* lodash/fp pdfmake/build pdfmake/fonts pdfkit/js/pdfkit.standalone.js pdfkit/js/pdfkit.es5.js \
  libphonenumber-js/bundle libphonenumber-js/source luxon/build/amd luxon/build/global luxon/build/cjs-browser \
  zod/src to-words/dist/umd bullmq/dist/esm @aws-sdk/*/dist-es @smithy/*/dist-es
# The migration names every service, and runs nothing that draws pictures or papers.
[ "$1" != deploy/local ] || rm -rf sharp @img pdfmake pdfkit fontkit @swc brotli to-words
# Peers that the library for calendar files could read dates with; it is given none.
rm -rf moment moment-timezone
[ "$1" != services/admission ] || rm -rf luxon
