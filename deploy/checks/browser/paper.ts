import type { Page } from 'playwright-core';

/** A photo as a file input takes it. */
export interface Paper {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Photos that were taken already: to draw the noise of one takes a browser seconds. */
const taken = new Map<number, Promise<Paper>>();

/** A phone's photo of a printed page, about 4 MB: 12 megapixels of text under uneven light, with the camera's noise. */
export function photographPaper(page: Page, number: number): Promise<Paper> {
  const known = taken.get(number);
  if (known) return known;
  const paper = drawPaper(page, number);
  taken.set(number, paper);
  return paper;
}

async function drawPaper(page: Page, number: number): Promise<Paper> {
  const base64 = await page.evaluate((seed) => {
    const [wide, high] = [3000, 4000];
    const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high });
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    const light = pen.createLinearGradient(0, 0, wide, high);
    light.addColorStop(0, '#f4efe4');
    light.addColorStop(1, '#b9b2a4');
    pen.fillStyle = light;
    pen.fillRect(0, 0, wide, high);
    pen.fillStyle = '#25221e';
    pen.font = '52px serif';
    for (let y = 160; y < high - 100; y += 90) {
      pen.fillText(`${seed}.${y} KARTU KELUARGA 32710605${y}0007 NAMA KEPALA KELUARGA ALAMAT RT RW`, 120, y);
    }
    const picture = pen.getImageData(0, 0, wide, high);
    let state = seed * 7919;
    for (let at = 0; at < picture.data.length; at += 1) {
      if (at % 4 === 3) continue;
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      picture.data[at] = (picture.data[at] ?? 0) + ((state >>> 16) % 23) - 11;
    }
    pen.putImageData(picture, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? '';
  }, number);
  return { name: `foto-${number}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') };
}
