import { styled } from 'styled-components';
import { encode } from 'uqr';

// Always dark on light: not every scanner reads the reverse.
const Picture = styled.svg`
  display: block;
  width: 200px;
  height: 200px;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
  background: #fff;
`;

/** A text as a QR code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'L', border: 3 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </Picture>
  );
}
