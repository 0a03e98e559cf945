import { spawnSync } from 'node:child_process'
import { root, runtime } from './places.mjs'

const completing = `import { findBinaries } from './server/database/embedded/binaries.ts'; await findBinaries()`

/** Done here too, because whoever runs the program may not write where it is installed. Where it cannot be had, the program says so. */
export function completeDatabase() {
  spawnSync(runtime, ['--input-type=module', '--eval', completing], { cwd: root, stdio: 'ignore' })
}
