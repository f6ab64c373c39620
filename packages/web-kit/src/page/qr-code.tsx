import { styled } from 'styled-components';
import { encode } from 'uqr';
import { handOver } from '../files/download.ts';

// Always dark on light: not every scanner reads the reverse.
const Picture = styled.svg`
  display: block;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
  background: #fff;
`;

/** With the four modules around it that ISO/IEC 18004 asks for. */
const modules = (text: string) => encode(text, { ecc: 'L', border: 4 });

/** A text as a QR code, so many pixels wide. */
export function QrCode({ text, label, size: width = 200 }: { text: string; label: string; size?: number }) {
  const { size, data } = modules(text);
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Picture
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </Picture>
  );
}

const DOTS = 12;

/** Gives the browser's downloads the QR code as a picture that an application of a bank reads. */
export function saveQrPicture(text: string, name: string): void {
  const { size, data } = modules(text);
  const canvas = Object.assign(document.createElement('canvas'), {
    width: size * DOTS,
    height: size * DOTS,
  });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  for (const [y, row] of data.entries()) {
    for (const [x, dark] of row.entries()) if (dark) pen.fillRect(x * DOTS, y * DOTS, DOTS, DOTS);
  }
  canvas.toBlob((blob) => blob && handOver(blob, name));
}
