import { MESSAGE_KINDS, type MessageKind } from '@gerbang/contracts/message-kinds';
import { MESSAGE_TEMPLATES } from '@gerbang/contracts/message-templates';
import { templateValues } from '@gerbang/contracts/message-values';
import { checkMessage } from '../src/template-check.ts';
import { createTemplates } from '../src/templates.ts';

const LINK = 'https://portal.example/registrations?lihat=019a0000-0000-7000-8000-000000000001';

/** What people and programs put into names, reasons and titles of devices. */
const HOSTILE: Readonly<Record<string, string>> = {
  'an address': 'https://jahat.example/masuk?x=1',
  'a bare address': 'Menang undian di www.jahat.example',
  'control characters': 'Ada\u0000\u0007\u001B[31m\u0085\u009B merah',
  'a thousand characters': 'Panjang sekali '.repeat(67),
  'a thousand characters of two units': '😀'.repeat(1000),
  'marks of bold, italics, struck out and code': '*tebal* _miring_ ~coret~ ```kode``` `kata`',
  'lines of their own': 'Satu\nDua\r\nTiga\u2028Empat\u2029Lima\tEnam',
  'many blanks': `a${' '.repeat(40)}b\u00A0\u00A0\u00A0\u00A0\u00A0c`,
  'a turned direction': '\u202Ednah nagned\u202C \u2066x\u2069 \u200Fy\u061C',
  'a quote': '> kata sekolah',
  'half a character': 'a\uD83Db\uDE00',
  placeholders: '{{1}} {{2}} $1 $& %s',
  'marks only': '***___~~~',
};

const templates = createTemplates({ school: 'PPDB Contoh', origin: new URL(LINK).origin });
templates.reset('ours');

const request = (kind: MessageKind, values: readonly string[]) => {
  const { name, params, button } = MESSAGE_TEMPLATES[kind];
  const parameter = (text: string) => ({ type: 'text', text });
  const body = params.flatMap((one, at) => (one === 'link' ? [] : [parameter(values[at] ?? '')]));
  const parameters = [parameter(LINK.slice('https://portal.example/'.length))];
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '6281234567890',
    type: 'template',
    template: {
      name,
      language: { code: 'id' },
      components: [
        { type: 'body', parameters: body },
        ...(button === undefined ? [] : [{ type: 'button', sub_type: 'url', index: '0', parameters }]),
      ],
    },
  };
};

const utility = MESSAGE_KINDS.filter((kind) => MESSAGE_TEMPLATES[kind].category === 'utility');

/** Throws where the message of this kind, given the hostile text, is not taken or does not read as the school wrote it. */
function expectTamed(kind: MessageKind, hostile: string): void {
  const template = MESSAGE_TEMPLATES[kind];
  const given = Object.fromEntries(template.params.map((name) => [name, name === 'link' ? LINK : hostile]));
  const values = templateValues(kind, given);
  const checked = checkMessage(templates, request(kind, values));
  if (!('text' in checked)) throw new Error(JSON.stringify(checked));
  const { text, buttons } = checked;
  expect(buttons).toEqual(
    template.button === undefined ? [] : [{ type: 'url', text: template.button, url: LINK }],
  );
  expect(text.length).toBeLessThanOrEqual(1024);
  expect(text.isWellFormed()).toBe(true);
  expect(text.split('\n')).toHaveLength(template.text.split('\n').length + 4);
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]|(?![\u200C\u200D])\p{Cf}| {5,}/u);
  expect(text).not.toMatch(/`|(?<![\p{L}\p{N}])(?<mark>[*_~])\S(?:[^\n]*\S)?\k<mark>(?![\p{L}\p{N}])/u);
  expect(text).not.toMatch(/^> /mu);
  for (const [at, name] of template.params.entries()) {
    if (name === 'link') expect(values[at]).toBe(LINK);
    if (name === 'child' || name === 'name') expect(values[at]).not.toMatch(/:\/\/|jahat\.example/u);
  }
}

test.each(Object.entries(HOSTILE))(
  'when a message of any kind is given %s, then it is taken, and reads as the school wrote it',
  (_what, hostile) => {
    const broken = utility.flatMap((kind) => {
      try {
        expectTamed(kind, hostile);
        return [];
      } catch (error) {
        return [`${kind}: ${(error as Error).message}`];
      }
    });
    expect(broken).toEqual([]);
    expect(utility.length).toBeGreaterThan(10);
  },
);

test('when values are ordinary, then they are not touched', () => {
  expect(
    templateValues('stage_changed', {
      child: 'Nur’aini binti H. Abdullah, S.Pd',
      number: 'PSB-2026-SD-00142',
      stage: 'Observasi Dijadwalkan',
      detail: 'Nominal Rp 500.000 tidak sesuai (lihat budi_santoso@contoh.id); 2*3 = 6',
      link: LINK,
    }),
  ).toEqual([
    'Nur’aini binti H. Abdullah, S.Pd',
    'PSB-2026-SD-00142',
    'Observasi Dijadwalkan',
    'Nominal Rp 500.000 tidak sesuai (lihat budi_santoso@contoh.id); 2*3 = 6',
    LINK,
  ]);
});
