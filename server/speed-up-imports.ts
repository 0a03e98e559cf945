import { enableCompileCache, registerHooks, type ResolveFnOutput } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url).href
/** Packages of many files. Their package.json files have up to 180 KB. */
const bigPackages = ['/node_modules/drizzle-orm/', '/node_modules/zod/']

/**
 * Halves the time of a start; call it before the other imports. It turns on the compile cache, and resolves each package once:
 * Node would read a package.json again for every file of the package and every file that imports it.
 */
export function speedUpImports() {
  enableCompileCache(fileURLToPath(new URL('.runtime/compiled', root)))
  const found = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      const format = moduleFormat(parentURL)
      if (format && specifier.startsWith('.')) return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
      if (format !== 'module-typescript') return next(specifier, context)
      const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
      found.set(specifier, known)
      return known
    },
  })
}

/** The format of a file's neighbors, if known without reading a package.json. */
function moduleFormat(url: string): 'module-typescript' | 'module' | null {
  if (bigPackages.some((folder) => url.includes(folder))) return 'module'
  return url.startsWith(root) && url.endsWith('.ts') && !url.includes('/node_modules/') ? 'module-typescript' : null
}
