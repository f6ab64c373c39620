#!/bin/sh
# Takes from node_modules what no server program reads: types, source maps, documents, builds for browsers, and the packages
# that are given as arguments. Licences stay.
set -eu
find node_modules -type f ! -iname 'licen[cs]e*' \
  \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete
for unused in "$@" \
  pdfmake/build pdfkit/js/pdfkit.standalone.js pdfkit/js/pdfkit.es5.js \
  libphonenumber-js/bundle libphonenumber-js/source luxon/build/amd luxon/build/global luxon/build/cjs-browser \
  zod/src to-words/dist/umd bullmq/dist/esm date-holidays/dist astronomia/lib @aws-sdk/*/dist-es @smithy/*/dist-es; do
  (cd node_modules && rm -rf $unused)
done
