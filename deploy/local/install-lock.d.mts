export function withInstallLock<T>(
  folder: string,
  work: (note: (pid: number) => void) => Promise<T>,
  say?: (line: string) => void,
): Promise<T>;
