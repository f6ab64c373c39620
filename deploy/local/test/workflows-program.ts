/** Reads workflows (paths from the root) by the parser of GitHub Actions, which holds their schema; ends with 1 on errors. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { projectRoot } from '../src/paths.ts';

// The package imports its schema without saying that it is JSON, as bundlers take it; Node wants the word.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');

for (const file of process.argv.slice(2)) {
  const content = readFileSync(join(projectRoot, file), 'utf8');
  const { context } = parseWorkflow({ name: basename(file), content }, new NoOperationTraceWriter());
  const errors = context.errors.getErrors();
  for (const { message } of errors) console.error(`${file}: ${message}`);
  if (errors.length === 0) console.log(`${file} has no error`);
  else process.exitCode = 1;
}
