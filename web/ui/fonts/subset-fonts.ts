import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { subsetOptions, typefaces } from './typefaces.ts'

const require = createRequire(import.meta.url)

/** Subsets the fonts before a build, and resolves `~fonts/…` in style sheets. The result is cached under node_modules. */
export function subsetFonts(): Plugin {
  const recipe = createHash('sha256').update(JSON.stringify({ typefaces, subsetOptions })).digest('hex').slice(0, 12)
  const folder = join(import.meta.dirname, '../../../node_modules/.cache/carte-fonts', recipe)

  return {
    name: 'subset-fonts',
    config: () => ({ resolve: { alias: { '~fonts': folder } } }),
    async buildStart() {
      await mkdir(folder, { recursive: true })
      await Promise.all(typefaces.map((typeface) => cut(typeface, folder)))
    },
  }
}

async function cut(typeface: (typeof typefaces)[number], folder: string) {
  const target = join(folder, `${typeface.file}.woff2`)
  if (await exists(target)) return

  const source = await readFile(require.resolve(`@fontsource-variable/${typeface.from}`))
  const bytes = await subsetFont(source, typeface.text, { targetFormat: 'woff2', variationAxes: typeface.axes, ...subsetOptions })
  // Concurrent builds may write the same file; the rename is atomic.
  const unfinished = `${target}.${process.pid}`
  await writeFile(unfinished, bytes)
  await rename(unfinished, target)
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
