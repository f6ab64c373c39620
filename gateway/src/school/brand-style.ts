/** The colour under the pointer: a little darker, so that its contrast to white text only rises. */
function darker(colour: string): string {
  const channel = (at: number) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.8);
  return `#${[1, 3, 5].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The style that colours mark and buttons as the school wants (`#RRGGBB`, which white text can stand on); '' without a
 * colour. The dark theme keeps the portal's own palette, whose contrasts are tested.
 */
export function brandStyle(colour: string | null): string {
  if (colour === null) return '';
  const rules = `--action-bg:${colour};--action-bgHover:${darker(colour)}`;
  return `<style>@media not (prefers-color-scheme:dark){:root:not([data-theme=dark]){${rules}}}:root[data-theme=light]{${rules}}</style>`;
}
