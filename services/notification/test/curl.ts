import { parseArgs } from 'node:util';

// Does what deploy/whatsapp.md asks of curl, on a machine that has none: sends one request and prints the response.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'fail-with-body': { type: 'boolean' },
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    request: { type: 'string', short: 'X', default: 'GET' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
});
const [url = ''] = positionals;
const headers = values.header.map((line): [string, string] => {
  const [name = '', value = ''] = line.split(': ', 2);
  return [name, value];
});
const { request: method, data: body } = values;
const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
process.stdout.write(await response.text());
if (!response.ok) process.exitCode = 22;
