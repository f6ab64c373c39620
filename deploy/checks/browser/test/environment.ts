import { TestEnvironment } from 'jest-environment-node';

/** Node, and `testFailed` for what is done after a test: whether it failed. */
export default class BrowserEnvironment extends TestEnvironment {
  handleTestEvent({ name }: { readonly name: string }): void {
    if (name === 'test_start') this.global['testFailed'] = false;
    if (name === 'test_fn_failure') this.global['testFailed'] = true;
  }
}
