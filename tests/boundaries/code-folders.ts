import { globSync } from 'node:fs'

/** The top folders that contain code. */
export const codeFolders = ['build', 'cli', 'common', 'contract', 'lab', 'scripts', 'server', 'tests', 'web']

/** All test files, as paths from the project's root. */
export const listTestFiles = () => globSync(`{${codeFolders.join(',')}}/**/*.test.{ts,tsx}`, { exclude: ['web/build/**'] })
