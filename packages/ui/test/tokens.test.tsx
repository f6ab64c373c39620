import { dark, declarations, light, PAIRS, type Tokens } from '../src/tokens.tsx';

const linear = (channel: number) => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return 0.2126 * linear(value >> 16) + 0.7152 * linear((value >> 8) & 255) + 0.0722 * linear(value & 255);
}

/** Contrast ratio as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const THEMES: readonly (readonly [string, Tokens])[] = [
  ['light', light],
  ['dark', dark],
];

describe.each(THEMES)('theme %s', (_, tokens) => {
  test.each(PAIRS)('when %s is shown on %s, then the contrast is at least %d', (front, back, least) => {
    expect(contrast(tokens[front], tokens[back])).toBeGreaterThanOrEqual(least);
  });

  test('when a theme is written out, then it names every token once', () => {
    const names = declarations(tokens)
      .split(';')
      .map((line) => line.split(':')[0]);
    expect(new Set(names).size).toBe(Object.keys(light).length);
  });
});
