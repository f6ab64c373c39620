import { digits } from './numbers.ts';
import { type Line, reached, wish } from './report.ts';

const WIDTH = 960;
const LABEL = 400;
const LINE_HEIGHT = 26;
const TOP = 84;
const BOTTOM = 28;
/** A bar ends here; how far beyond the goal something is matters less. */
const MOST = 2;
const SCALE = (WIDTH - LABEL - 190) / MOST;
const LONGEST_LABEL = 62;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1c2430 }
  .back { fill: #ffffff } .head { font-size: 17px; font-weight: 600 } .soft { fill: #566173 }
  .goal { stroke: #1c2430; stroke-width: 1.5; stroke-dasharray: 4 3 }
  .met { fill: #1f8a5b } .missed { fill: #c2410c } .none { fill: #8a94a3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e8edf4 } .back { fill: #12171f } .soft { fill: #a3afbf } .goal { stroke: #e8edf4 }
    .met { fill: #4cc38a } .missed { fill: #ff8b5c } .none { fill: #6b7686 }
  }`;

/** The judged lines of a table as bars: how far each goal is reached, where 1 is just. Readable without colours. */
export function chart(lines: readonly Line[], about: string): string {
  const shown = lines.filter(({ state }) => state !== 'figure');
  const height = TOP + shown.length * LINE_HEIGHT + BOTTOM;
  const sum = (state: Line['state']) => shown.filter((line) => line.state === state).length;
  const counts = `${sum('met')} met, ${sum('missed')} missed, ${sum('not measured')} not measured`;
  const goalX = LABEL + SCALE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">Performance goals: ${counts}</title>
<desc id="desc">${escaped(describe(shown))}</desc>
<style>${STYLE}
</style>
<rect class="back" width="${WIDTH}" height="${height}"/>
<text class="head" x="16" y="30">How far each goal is reached</text>
<text class="soft" x="16" y="50">${escaped(`${counts}; ${about}`)}</text>
<text class="soft" x="${goalX}" y="${TOP - 10}" text-anchor="middle">the goal</text>
${shown.map((line, at) => drawn(line, TOP + at * LINE_HEIGHT)).join('\n')}
<line class="goal" x1="${goalX}" x2="${goalX}" y1="${TOP - 4}" y2="${height - BOTTOM}"/>
</svg>
`;
}

function drawn(line: Line, y: number): string {
  const { goal, what } = named(line);
  const label = `<text x="${LABEL - 10}" y="${y + 14}" text-anchor="end">${escaped(short(`${goal} ${what}`))}</text>`;
  if (line.state === 'not measured') {
    return `${label}\n<rect class="none" x="${LABEL}" y="${y + 8}" width="6" height="6"/><text class="soft" x="${LABEL + 14}" y="${y + 14}">not measured</text>`;
  }
  // What divides by nothing is no figure (the smoke form's handful of requests).
  const share = reached(line.row) || 0;
  const width = Math.max(2, Math.min(share, MOST) * SCALE);
  const text = `${line.state}: ${digits(line.row.value)} ${line.row.unit} (${wish(line.row)})`;
  return `${label}\n<rect class="${line.state}" x="${LABEL}" y="${y + 3}" width="${width.toFixed(1)}" height="16" rx="2"/><text x="${(LABEL + width + 8).toFixed(1)}" y="${y + 15}">${escaped(text)}</text>`;
}

function describe(lines: readonly Line[]): string {
  return lines
    .map((line) => {
      const { goal, what } = named(line);
      return line.state === 'not measured'
        ? `${goal} ${what}: not measured, ${line.cause}`
        : `${goal} ${what}: ${digits(line.row.value)} ${line.row.unit}, wanted ${wish(line.row)}, ${line.state}`;
    })
    .join('. ');
}

function named(line: Line): { goal: string; what: string } {
  return line.state === 'not measured' ? line : { goal: line.row.goal ?? '', what: line.row.what };
}

function short(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= LONGEST_LABEL ? trimmed : `${trimmed.slice(0, LONGEST_LABEL - 1)}…`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
