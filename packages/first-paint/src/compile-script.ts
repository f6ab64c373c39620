import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

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
