const BROWSERS: readonly (readonly [RegExp, string])[] = [
  // Most of them also call themselves Chrome or Safari, so the order matters.
  [/\bFBA[NV]\//u, 'Facebook'],
  [/\bInstagram\b/u, 'Instagram'],
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\/|\bOP[TX]\/|\bOPiOS\/|\bOpera\b/u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\bMiuiBrowser\//u, 'Mi Browser'],
  [/\bHeyTapBrowser\//u, 'HeyTap Browser'],
  [/\bVivoBrowser\//u, 'vivo Browser'],
  [/\bHuaweiBrowser\//u, 'Huawei Browser'],
  [/\bUC ?Browser\b/u, 'UC Browser'],
  [/\bYaBrowser\//u, 'Yandex'],
  [/\bDuckDuckGo\/|\bDdg\//u, 'DuckDuckGo'],
  [/\bGSA\//u, 'Google'],
  [/\bFirefox\/|\bFxiOS\//u, 'Firefox'],
  [/\bHeadlessChrome\//u, 'Chrome (otomatis)'],
  [/\bChrome\/|\bCriOS\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bOpenHarmony\b|\bHarmonyOS\b/u, 'HarmonyOS'],
  [/\bAndroid\b/u, 'Android'],
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b/u, 'Mac'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
];

/** Browser and system of a user agent, as 'Chrome, Android'; null where neither is known. */
export function deviceName(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, 500);
  const found = [BROWSERS, SYSTEMS].flatMap(
    (names) => names.find(([pattern]) => pattern.test(text))?.[1] ?? [],
  );
  return found.length > 0 ? found.join(', ') : null;
}
