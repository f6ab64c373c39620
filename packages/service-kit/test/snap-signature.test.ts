import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import {
  isHmac,
  isRsa,
  isTimely,
  minify,
  type SnapCall,
  signHmac,
  signRsa,
  snapTimestamp,
  stringToSign,
  tokenText,
} from '../src/snap/signature.ts';
import { WINPAY } from '../src/testing/snap-samples.ts';

/*
 * Samples of public documents, looked up 2026-11-29: Midtrans, "SNAP BI Signature Demo" (github.com/Midtrans, sample code of
 * the token, of a call and of a notification); Winpay, "Signature Callback Validation" (docs.winpay.id, sample code of a
 * virtual account, whose numbers have the four spaces that the page folds into one).
 */
const MIDTRANS_KEY = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlWbtlh3eM+bW3n5AFj42
wddC4L7tQqbLiCFbTv8K67yng9iwK5mEn+UMXiRhvB2JVWFafCPPxFamsiVG3Mjn
eGjC0BYgmpmw4qXnAnyO3nCdCuPtmZ3ljhKvSTPdWZxrcLi1Xa9V/+Pzb8hrjb5i
wMn6SZFNeMmZYgFKiSeueo6TPln2PoTqXCzs1HtsM8eUVe8GAsjJe/3dYl992nyX
OpG21GgNu8o5T3WOptPg6GdDTWkTWUu483yRbVVy04Pz4L8DDZTDv+WcsAViDn1r
A/jB1Auj/UGKx2ovGcBH/a/hor5TbABbODU6cPTHT54K3sSZtvZNV4eFDB1f/4wd
fwIDAQAB
-----END PUBLIC KEY-----`);
const NOTIFICATION: SnapCall = {
  method: 'POST',
  path: '/v1.0/debit/notify',
  raw: Buffer.from(
    '{"originalPartnerReferenceNo":"GP24043015193402809","originalReferenceNo":"A120240430081940S9vu8gSjaRID","merchantId":"G099333790","amount":{"value":"102800.00","currency":"IDR"},"latestTransactionStatus":"00","transactionStatusDesc":"SUCCESS","additionalInfo":{"refundHistory":[]}}',
  ),
  timestamp: '2024-05-02T14:43:08+07:00',
};
const NOTIFICATION_SIGNATURE =
  'RoJnP2tH/YiOhHM/lMVBMSAuzRmS8VrWdIy04Qqyb56daV7oWFMFoMMzqnjQ+q0MIUalYgU094GWQnCx2c29xb1kkqHhv2+iJ9xl6NjGmFGYqyvcKvUDAV83Y1Mw9JnsEcjcupdGw9/MRv/mm2GMrQ+BCZGfc4a46JDyPZbcY294vDGqs5rFBN6iYer5ro4cAQGo9hET2G82Y+j50vCyO/79GFE4vB1rvtu6PK2Bxi+vTYV8k7P7PS8tOPWM2O+kjiVWjwvLR99Botou+a8sxlQqZaihfWMKcByzV+Lgkr9cptpjys+1NIRWT1ad/sJBSLHyldzC3q2oRn5z5oZmyg==';
const TOKEN_SIGNATURE =
  'WzW49tYIgKIBmBi/gVBHGLAkhEaZlXM11zcZxAiyHji6TLPjPbwLu3Z45it25AIeG0XDItcdTSkds47zFEMh6IP0PXPIP1+Ey4RmX/o2fuYRF/xBHvfvKnMmANMTS1axsXBSW3EHqYpbVrkCcqNnB3u+wu63us9WIhRZaWgxgQ2PJLaiVHIwgu9u7jxkWX7Bg4rerZH3RKdQfIJAAJsSN13efR7VdSAyzU7QaKjgislxrLqmesYNJkbD03XLjHdo6YWuzAVV7xdZRpLiGkIAkW7luXTBZYBO+4oENZAPQYzrLeN1qRY1Sr7BgLONCA2QA26BB6SYW4R7qofS9+RyOQ==';

describe("the providers' published samples", () => {
  test('when a notification of Winpay comes, then its text and its signature are the published ones', () => {
    const text = stringToSign(WINPAY.call);
    expect(text).toBe(
      'POST:/sandbox_prod/url_listener.php/v1.0/transfer-va/payment:17ccdcc12438dc602a48feb7dc8e6dc70b291582ab4ceec4e9b20c07769d2b38:2024-01-11T08:57:55+07:00',
    );
    expect(isRsa([createPublicKey(WINPAY.key)], text, WINPAY.signature)).toBe(true);
  });

  test('when a notification of Midtrans comes, then its text and its signature are the published ones', () => {
    const text = stringToSign(NOTIFICATION);
    expect(text).toBe(
      'POST:/v1.0/debit/notify:79ebbe6a6b695262dd686d0dedafc57c94e3b3dededf8d63971f8a95699ace85:2024-05-02T14:43:08+07:00',
    );
    expect(isRsa([MIDTRANS_KEY], text, NOTIFICATION_SIGNATURE)).toBe(true);
  });

  test('when a token is asked of Midtrans, then the signature is that of key and time', () => {
    const text = tokenText('G1234325-SNAP', '2024-03-01T08:27:49.024Z');
    expect(isRsa([MIDTRANS_KEY], text, TOKEN_SIGNATURE)).toBe(true);
  });

  test('when a QR is asked of Midtrans, then the HMAC is the published one to the byte', () => {
    const raw = Buffer.from(`{
  "partnerReferenceNo": "2020102900000000000001",
  "amount": {
    "value": "12345678.00",
    "currency": "IDR"
  },
  "feeAmount": {
    "value": "12345678.00",
    "currency": "IDR"
  },
  "merchantId": "00007100010926",
  "terminalId": "213141251124",
  "validityPeriod": "2009-07-03T12:08:56-07:00"
}`);
    const text = stringToSign({
      method: 'POST',
      path: '/v1.0/qr/qr-mpm-generate',
      token: 'myaccesstoken',
      raw,
      timestamp: '2024-03-05T10:37:16.196Z',
    });
    expect(signHmac('myclientsecret', text)).toBe(
      'wmzT7yjg1SxxCsxNsFgCR9SYXiZGGbceF6fV8xe97sAMHxZ+7OEBMIBmvb6Sj6GcksGp3iv77DiomgSbcST3XQ==',
    );
  });
});

describe('minify', () => {
  const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/u);
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map((value) => JSON.stringify(value)),
    fc.constantFrom('"\\" : , {"', '"\\\\"', '"\\u0020 \\n\\t"', '"  "', '""', '"\\\\\\" "'),
  );
  const number = fc.constantFrom('1.0', '1e2', '350000.00', '-0', '1E+2', '-12.50e-3', '0');
  const { value } = fc.letrec<{ value: string[] }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(text, number, fc.constantFrom('true', 'false', 'null')).map((token) => [token]),
      fc
        .array(tie('value'), { maxLength: 4 })
        .map((items) => ['[', ...items.flatMap((item, at) => (at ? [',', ...item] : item)), ']']),
      fc
        .array(fc.tuple(text, tie('value')), { maxLength: 4 })
        .map((pairs) => [
          '{',
          ...pairs.flatMap(([name, item], at) => [...(at ? [','] : []), name, ':', ...item]),
          '}',
        ]),
    ),
  }));

  test('when a JSON text is spaced in any way, then its tokens stay to the byte and nothing else does', () => {
    fc.assert(
      fc.property(value, fc.array(space, { minLength: 1, maxLength: 20 }), (tokens, spaces) => {
        const spaced = tokens.map((token, at) => `${spaces[at % spaces.length]}${token}`).join('');
        JSON.parse(spaced);
        expect(minify(Buffer.from(`${spaced}${spaces[0]}`))).toEqual(Buffer.from(tokens.join('')));
      }),
      { numRuns: runs(1000, { plain: 1000 }) },
    );
  });

  test('when there is no body, then the digest is that of nothing', () => {
    expect(stringToSign({ method: 'GET', path: '/a', raw: Buffer.alloc(0), timestamp: 't' })).toContain(
      ':e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855:',
    );
  });
});

describe('a changed byte', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const call = fc.record({
    method: fc.constantFrom('POST', 'DELETE'),
    path: fc.constantFrom('/webhooks/snap/v1.0/transfer-va/payment', '/webhooks/snap/v1.0/qr/qr-mpm-notify'),
    token: fc.option(fc.stringMatching(/^[A-Za-z0-9]{8}$/u), { nil: undefined }),
    raw: fc.jsonValue().map((body) => Buffer.from(JSON.stringify(body))),
    timestamp: fc.constant('2026-11-29T14:30:00+07:00'),
  }) as fc.Arbitrary<SnapCall>;

  test('when any character of text or signature changes, then neither way takes it', () => {
    fc.assert(
      fc.property(call, fc.nat(), fc.integer({ min: 1, max: 127 }), (made, place, flip) => {
        const text = stringToSign(made);
        const changed = (whole: string) => {
          const bytes = Buffer.from(whole);
          const at = place % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ flip;
          return bytes.toString('latin1');
        };
        const [hmac, rsa] = [signHmac('secret', text), signRsa(privateKey, text)];
        expect([isHmac('secret', text, hmac), isRsa([publicKey], text, rsa)]).toEqual([true, true]);
        expect([isHmac('secret', changed(text), hmac), isRsa([publicKey], changed(text), rsa)]).toEqual([
          false,
          false,
        ]);
        expect([isHmac('secret', text, changed(hmac)), isRsa([publicKey], text, changed(rsa))]).toEqual([
          false,
          false,
        ]);
      }),
    );
  });

  test('when a provider changes its key, then the old and the new one count, and a third does not', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signature = signRsa(privateKey, 'a');
    expect(isRsa([other.publicKey, publicKey], 'a', signature)).toBe(true);
    expect(isRsa([other.publicKey], 'a', signature)).toBe(false);
    expect(isRsa([publicKey], 'a', '')).toBe(false);
    expect(isRsa([publicKey], 'a', `${signature}\n`)).toBe(false);
  });
});

describe('timestamps', () => {
  const now = new Date('2026-11-29T07:30:00Z');

  test('when a moment is written, then it stands in Jakarta time', () => {
    expect(snapTimestamp(now)).toBe('2026-11-29T14:30:00+07:00');
    expect(snapTimestamp(new Date('2026-12-31T17:00:00.999Z'))).toBe('2027-01-01T00:00:00+07:00');
  });

  test.each([
    ['2026-11-29T14:30:00+07:00', true],
    ['2026-11-29T14:25:00+07:00', true],
    ['2026-11-29T14:35:00+07:00', true],
    ['2026-11-29T14:24:59+07:00', false],
    ['2026-11-29T14:35:01+07:00', false],
    ['2026-11-29T07:30:00.000Z', true],
    ['2026-11-29T14:30:00', false],
    ['2026-11-29 14:30:00+07:00', false],
    ['2026-13-29T14:30:00+07:00', false],
    ['1795937400', false],
    ['', false],
  ])('when the time is %s, then it counts: %s', (timestamp, counts) => {
    expect(isTimely(timestamp, now)).toBe(counts);
  });
});
