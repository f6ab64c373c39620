/** What is used of pdfmake, which has no types of its own. */
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
