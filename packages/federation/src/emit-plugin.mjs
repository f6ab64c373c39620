import webpack from 'webpack';

const NAME = 'EmitPlugin';

/** Emits files that are made by the build itself: `[{ name, bytes }]`. */
export class EmitPlugin {
  constructor(files) {
    this.files = files;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        for (const file of this.files)
          compilation.emitAsset(file.name, new webpack.sources.RawSource(file.bytes));
      });
    });
  }
}
