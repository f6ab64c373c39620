/** The part of pdfmake that is used here; the package has no types. */
declare module 'pdfmake' {
  interface VirtualFiles {
    writeFileSync(name: string, content: Uint8Array): void;
  }
  interface PdfMake {
    readonly virtualfs: VirtualFiles;
    setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    createPdf(definition: object): { getBuffer(): Promise<Buffer> };
  }
  const pdfMake: PdfMake;
  export default pdfMake;
}
