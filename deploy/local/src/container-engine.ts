import { UsageError } from './child.ts';
import { seldomTool } from './seldom-tools.ts';

/* The parts of testcontainers that are used here. It is installed at its first use, after types were checked. */

export interface StartedContainer {
  getHost(): string;
  getMappedPort(port: number): number;
  stop(): Promise<unknown>;
}
type WaitStrategy = object;
export interface Container {
  withEnvironment(env: Record<string, string>): Container;
  withCommand(command: string[]): Container;
  withCopyContentToContainer(files: { content: string; target: string }[]): Container;
  withWaitStrategy(strategy: WaitStrategy): Container;
  withExposedPorts(port: number): Container;
  withStartupTimeout(milliseconds: number): Container;
  start(): Promise<StartedContainer>;
}
interface Testcontainers {
  readonly GenericContainer: new (image: string) => Container;
  readonly Wait: {
    forLogMessage(message: RegExp, times?: number): WaitStrategy;
    forListeningPorts(): WaitStrategy;
  };
  readonly getContainerRuntimeClient: () => Promise<unknown>;
}

/** How containers are made and waited for. */
export type Engine = Pick<Testcontainers, 'GenericContainer' | 'Wait'>;

const library = () => seldomTool<Testcontainers>('testcontainers');

/** The container engine of this machine; an error with cause and remedy where none responds. */
export async function requireEngine(open: () => Promise<Testcontainers> = library): Promise<Engine> {
  const found = await open();
  try {
    await found.getContainerRuntimeClient();
  } catch (error) {
    throw new UsageError(
      `These tests need a container engine, and none responds at ${process.env.DOCKER_HOST ?? 'the usual sockets'} ` +
        `(${(error as Error).message}).\nStart Docker or Podman, or name its socket by DOCKER_HOST. ` +
        'npm test without TEST_CONTAINERS needs none.',
    );
  }
  return found;
}
