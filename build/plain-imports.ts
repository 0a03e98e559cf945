import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'
const importWithRetry = fileURLToPath(new URL('../web/platform/connection/import-with-retry.ts', import.meta.url))

/** Lazy chunks never wait for a style sheet, so Vite's preload helper is replaced by our own loader. */
export function plainImports(): Plugin {
  return {
    name: 'carte:plain-imports',
    enforce: 'pre',
    load: (id) => (id === helper ? `export { importWithRetry as __vitePreload } from ${JSON.stringify(importWithRetry)}` : null),
  }
}
