import type { PreparedPage } from '../src/child-documents/prepare-page.ts';

/** A photo as a phone hands it over; its name says what `preparesPages` finds in it. */
export const photo = (name = 'foto.jpg', type = 'image/jpeg') => new File(['piksel'], name, { type });

/** In place of drawing, which jsdom does not: a name with 'buram' is blurred, 'terkunci' cannot be read. */
export async function prepared(file: Blob): Promise<PreparedPage> {
  const name = file instanceof File ? file.name : '';
  return {
    kind: file.type === 'application/pdf' ? 'pdf' : 'picture',
    blob: new Blob([name], { type: 'image/jpeg' }),
    warnings: name.includes('buram') ? ['blurred'] : [],
  };
}

/** Addresses of pictures in this tab, which jsdom has not. */
export function keepAddresses(): void {
  let count = 0;
  Object.assign(URL, {
    createObjectURL: () => {
      count += 1;
      return `blob:${count}`;
    },
    revokeObjectURL: () => undefined,
  });
}
