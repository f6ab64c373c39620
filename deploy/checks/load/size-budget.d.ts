declare module '@gerbang/federation/size-budget' {
  export function firstLoad(
    dist: string,
  ): Promise<{ javascript: number; font: number; page: number; total: number }>;
  export function remoteLoad(dist: string): Promise<{ entry: number; all: number }>;
}
