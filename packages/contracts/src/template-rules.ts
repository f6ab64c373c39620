import type { RegisteredButton, RegisteredComponent, Registration } from './template-registration.ts';

const VARIABLE = /\{\{(\d+)\}\}/gu;
const LONGEST = { name: 512, body: 1024, line: 60, button: 25 } as const;
const MOST_BUTTONS = 10;
const MOST_URL_BUTTONS = 2;
const CODE_MINUTES = { least: 1, most: 90 } as const;

const numbersOf = (text: string): number[] =>
  [...text.matchAll(VARIABLE)].map(([, number]) => Number(number));

/** Whether the variables are numbered from 1 without gaps. */
function isNumbered(numbers: readonly number[]): boolean {
  const used = new Set(numbers);
  return [...used].every((number) => number >= 1 && number <= used.size);
}

/** Words that are no variables and no punctuation alone. */
function wordsOf(text: string): number {
  return text
    .replace(VARIABLE, ' ')
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const isMissing = (sample: string | undefined) => sample === undefined || sample.trim() === '';

function bodyFaults({ text, example }: Extract<RegisteredComponent, { type: 'BODY' }>): string[] {
  if (text === undefined || text.trim() === '') return ['the body is empty'];
  const numbers = numbersOf(text);
  const count = new Set(numbers).size;
  const samples = example?.body_text[0] ?? [];
  const rules: readonly [broken: boolean, fault: string][] = [
    [text.length > LONGEST.body, `the body is longer than ${LONGEST.body} characters`],
    [/^[^\p{L}\p{N}]*?\{\{\d+\}\}/u.test(text), 'the body begins with a variable'],
    [/\{\{\d+\}\}[^\p{L}\p{N}]*$/u.test(text), 'the body ends with a variable'],
    [/\}\}\s*\{\{/u.test(text), 'two variables stand beside each other'],
    [!isNumbered(numbers), 'the variables are not numbered from 1 without gaps'],
    [/\{\{|\}\}/u.test(text.replace(VARIABLE, '')), 'a variable is not written {{1}}'],
    [
      count > 0 && wordsOf(text) < 2 * count + 1,
      `${count} variables need ${2 * count + 1} words beside them`,
    ],
    [/\t/u.test(text), 'the body has a tab'],
    [/ {4}/u.test(text), 'the body has four blanks in a row'],
    [/\n\n\n/u.test(text), 'the body has three line breaks in a row'],
    [
      samples.length !== count || samples.some(isMissing),
      `the body needs ${count} samples and has ${samples.length}`,
    ],
  ];
  return rules.flatMap(([broken, fault]) => (broken ? [fault] : []));
}

function lineFaults(what: string, text: string | undefined): string[] {
  if (text === undefined || text.trim() === '') return [`the ${what} is empty`];
  return [
    ...(text.length > LONGEST.line ? [`the ${what} is longer than ${LONGEST.line} characters`] : []),
    ...(/\{\{|\}\}/u.test(text) ? [`the ${what} has a variable`] : []),
    ...(/[\n\t]/u.test(text) ? [`the ${what} has several lines or a tab`] : []),
  ];
}

function urlFaults({ url, example = [] }: Extract<RegisteredButton, { type: 'URL' }>): string[] {
  const [, host = '', rest = ''] = /^https:\/\/([^/{}\s]+)(\/\S*)?$/u.exec(url) ?? [];
  if (!/^[a-z0-9.-]+(?::\d+)?$/iu.test(host)) return ['the address of a button is not https://host/…'];
  const before = rest.replace(/\{\{1\}\}$/u, '');
  if (/[{}]/u.test(before)) return ['the variable of an address is not its end, {{1}}'];
  if (before === rest) return [];
  const [sample = ''] = example;
  const start = url.replace(/\{\{1\}\}$/u, '');
  const isWhole = example.length === 1 && sample.startsWith(start) && sample.length > start.length;
  return isWhole && !/[\s{}]/u.test(sample) ? [] : ['the address of a button needs a whole one as sample'];
}

function buttonsFaults(buttons: readonly RegisteredButton[]): string[] {
  const labels = buttons.flatMap(({ text }) => (text === undefined ? [] : [text]));
  return [
    ...(buttons.length === 0 || buttons.length > MOST_BUTTONS
      ? [`there are not 1 to ${MOST_BUTTONS} buttons`]
      : []),
    ...(buttons.filter(({ type }) => type === 'URL').length > MOST_URL_BUTTONS
      ? [`there are more than ${MOST_URL_BUTTONS} buttons with an address`]
      : []),
    ...labels.flatMap((text) => [
      ...(text.trim() === '' ? ['a button has no label'] : []),
      ...(text.length > LONGEST.button ? [`a label is longer than ${LONGEST.button} characters`] : []),
      ...(/\{\{|\}\}/u.test(text) ? ['a label has a variable'] : []),
      ...(/[\n\t]/u.test(text) ? ['a label has several lines or a tab'] : []),
    ]),
    ...buttons.flatMap((button) => (button.type === 'URL' ? urlFaults(button) : [])),
  ];
}

/** Meta writes these templates itself: nothing of ours stands in them but the code's button. */
function codeFaults(components: readonly RegisteredComponent[]): string[] {
  const buttons = components.flatMap((one) => (one.type === 'BUTTONS' ? one.buttons : []));
  const minutes = components.flatMap((one) => (one.type === 'FOOTER' ? [one.code_expiration_minutes] : []));
  const isOurs = components.some((one) => one.type === 'HEADER' || ('text' in one && one.text !== undefined));
  return [
    ...(isOurs ? ['a template for codes has a text of its own'] : []),
    ...buttonsFaults(buttons),
    ...(buttons.length === 1 && buttons[0]?.type === 'OTP'
      ? []
      : ['a template for codes has one button, for the code']),
    ...(minutes.every(
      (one) => Number.isInteger(one) && (one ?? 0) >= CODE_MINUTES.least && (one ?? 0) <= CODE_MINUTES.most,
    )
      ? []
      : ['a code is valid for 1 to 90 minutes']),
  ];
}

function componentFaults(component: RegisteredComponent): string[] {
  switch (component.type) {
    case 'BODY':
      return bodyFaults(component);
    case 'HEADER':
      return lineFaults('header', component.text);
    case 'FOOTER':
      return lineFaults('footer', component.text);
    case 'BUTTONS':
      return buttonsFaults(component.buttons);
  }
}

/**
 * What Meta would refuse in a template, as sentences for its author; none where it can be registered
 * (developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview and /support/error-codes).
 */
export function templateFaults({ name, category, components }: Registration): string[] {
  const types = components.map(({ type }) => type);
  const faults = [
    ...(/^[a-z0-9_]+$/u.test(name) && name.length <= LONGEST.name
      ? []
      : [`the name is not 1 to ${LONGEST.name} of a–z, 0–9 and _`]),
    ...(new Set(types).size < types.length ? ['a component is there twice'] : []),
    ...(types.includes('BODY') ? [] : ['there is no body']),
  ];
  if (category === 'AUTHENTICATION') return [...faults, ...codeFaults(components)];
  const isCode = components.some(
    (one) => one.type === 'BUTTONS' && one.buttons.some(({ type }) => type === 'OTP'),
  );
  return [
    ...faults,
    ...(isCode ? ['only a template for codes has a button for a code'] : []),
    ...components.flatMap(componentFaults),
  ];
}

/** Why Meta would refuse this value of a message; null where it takes it. */
export function valueFault(value: string): string | null {
  if (value.trim() === '') return 'is empty';
  if (/[\n\r\t]/u.test(value)) return 'has a line break or a tab';
  return / {4}/u.test(value) ? 'has four blanks in a row' : null;
}
