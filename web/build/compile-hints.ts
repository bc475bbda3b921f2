// Marks the scripts of the first pages, so that browsers compile their functions while the files are downloaded.
import type { Plugin } from 'vite'

/** Chromium 136 and later compile all functions of a script that begins with it, in another thread; other browsers see a comment. */
export const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Without the hint a browser compiles a function when it is first called, on the thread that answers the customer. `isMarked`: whether
 * most functions of the chunk with this name run when a page opens; compiling the others would cost more than it saves.
 */
export const compileHints = (isMarked: (name: string) => boolean): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  // The name of a file tells its content, with or without the hint.
  augmentChunkHash: ({ name }) => (isMarked(name) ? COMPILE_HINT : undefined),
  generateBundle: {
    // After the list of files that the bundler writes at the beginning of some: the hint is read in the first line only.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && isMarked(file.name)) file.code = COMPILE_HINT + file.code
    },
  },
})
