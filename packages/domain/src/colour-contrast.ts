/** The contrast that text of normal size needs (WCAG 2.2, success criterion 1.4.3). */
export const CONTRAST_MIN = 4.5;

/** The relative luminance of `#RRGGBB`, 0 to 1 (WCAG 2.2, definition of relative luminance). */
export function relativeLuminance(colour: string): number {
  const linear = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of white text on `#RRGGBB`, 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrastWithWhite(colour: string): number {
  return 1.05 / (relativeLuminance(colour) + 0.05);
}
