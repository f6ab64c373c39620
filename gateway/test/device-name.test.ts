import { deviceName } from '../src/sessions/device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const PHONE = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`;
const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPAD = IOS.replace('iPhone; CPU iPhone OS', 'iPad; CPU OS');
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`;
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

test.each([
  ['Chrome, Android', `${PHONE} Chrome/131.0.0.0 Mobile Safari/537.36`],
  [
    'Chrome, Android',
    `Mozilla/5.0 (Linux; Android 14; SM-A155F Build/UP1A; wv) ${WEBKIT} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`,
  ],
  ['Samsung Internet, Android', `${PHONE} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`],
  [
    'Mi Browser, Android',
    `${PHONE} Version/4.0 Chrome/112.0.0.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.22.1-gn`,
  ],
  ['HeyTap Browser, Android', `${PHONE} Chrome/115.0.0.0 Mobile Safari/537.36 HeyTapBrowser/45.11.4.1`],
  ['vivo Browser, Android', `${PHONE} Version/4.0 Chrome/87.0 Mobile Safari/537.36 VivoBrowser/13.7.0.1`],
  ['Huawei Browser, Android', `${PHONE} Chrome/114.0.0.0 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36`],
  [
    'Huawei Browser, HarmonyOS',
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${WEBKIT} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4`,
  ],
  [
    'UC Browser, Android',
    `${PHONE} Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.4.0.1306 Mobile Safari/537.36`,
  ],
  ['Opera, Android', `${PHONE} Chrome/130.0.0.0 Mobile Safari/537.36 OPR/86.0.0.0`],
  ['Opera, Android', 'Opera/9.80 (Android; Opera Mini/36.2/191.256; U; id) Presto/2.12.423 Version/12.16'],
  ['Firefox, Android', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
  ['Edge, Android', `${PHONE} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`],
  ['DuckDuckGo, Android', `${PHONE} Version/4.0 Chrome/131.0.0.0 Mobile DuckDuckGo/5 Safari/537.36`],
  [
    'Facebook, Android',
    `${PHONE} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0.0.63.82;]`,
  ],
  ['Instagram, iPhone', `${IOS} Mobile/15E148 Instagram 357.1.4.31.107 (iPhone15,2; iOS 18_1; id_ID)`],
  ['Facebook, iPhone', `${IOS} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0;FBDV/iPhone14,5]`],
  ['Safari, iPhone', `${IOS} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Safari, iPad', `${IPAD} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Chrome, iPhone', `${IOS} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
  ['Firefox, iPhone', `${IOS} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`],
  ['Edge, iPhone', `${IOS} Version/18.0 EdgiOS/131.0.2903.48 Mobile/15E148 Safari/604.1`],
  ['Opera, iPhone', `${IOS} Version/18.1 Mobile/15E148 Safari/604.1 OPT/5.3.0`],
  ['Google, iPhone', `${IOS} GSA/344.0.695938041 Mobile/15E148 Safari/604.1`],
  ['iPhone', `${IOS} Mobile/15E148`],
  ['Chrome, Windows', `${WINDOWS} Chrome/131.0.0.0 Safari/537.36`],
  ['Edge, Windows', `${WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`],
  ['Opera, Windows', `${WINDOWS} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`],
  ['Yandex, Windows', `${WINDOWS} Chrome/128.0.0.0 YaBrowser/24.10.0.0 Safari/537.36`],
  ['Firefox, Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Safari, Mac', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`],
  ['Chrome, Mac', `${MAC} ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`],
  ['Chrome, ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`],
  ['Firefox, Linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  [
    'Chrome (otomatis), Linux',
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/131.0.0.0 Safari/537.36`,
  ],
  [null, 'curl/8.5.0'],
  [null, ''],
  [null, undefined],
])('when the session is of %s, then its user agent says so', (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name);
});

test('when the user agent is a thousand lines of nonsense, then no name comes of it', () => {
  expect(deviceName(`${'('.repeat(100_000)}Chrome/1`)).toBeNull();
});
