import { enableCompileCache, registerHooks, type ResolveFnOutput } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url).href
/** Their descriptions are up to 180 KB long. */
const manyFiled = ['/node_modules/drizzle-orm/', '/node_modules/zod/']

/**
 * Call it before the rest is imported: most of a start comes of it. What was compiled at an earlier start is kept. And node
 * reads a package's whole description again for each of its files, to learn that they are modules, and for each file of ours
 * that names it: it is asked for once.
 */
export function loadSwiftly() {
  enableCompileCache(fileURLToPath(new URL('.runtime/compiled', root)))
  const found = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      const format = formatNear(parentURL)
      if (format && specifier.startsWith('.')) return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
      if (format !== 'module-typescript') return next(specifier, context)
      const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
      found.set(specifier, known)
      return known
    },
  })
}

/** What the files are that stand beside this one, where that is known. */
function formatNear(url: string): 'module-typescript' | 'module' | null {
  if (manyFiled.some((folder) => url.includes(folder))) return 'module'
  return url.startsWith(root) && url.endsWith('.ts') && !url.includes('/node_modules/') ? 'module-typescript' : null
}
