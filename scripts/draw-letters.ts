import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type opentype from 'opentype.js' // oxlint-disable-line import/default -- only its type
import subsetFont from 'subset-font'
import { typefaces } from '../web/ui/fonts/typefaces.ts'

/** Converts the sans font's letters to paths, so that images with text look the same on a machine without fonts. */
const require = createRequire(import.meta.url)
// The ES module build has no usable export; the CommonJS build does.
const { parse } = require('opentype.js') as typeof opentype
const unitsPerEm = 1000
const glyphs: Record<string, [advance: number, path: string]> = {}

for (const { from, text } of typefaces.filter(({ file }) => file.startsWith('sans'))) {
  const source = await readFile(require.resolve(`@fontsource-variable/${from}`))
  const bytes = await subsetFont(source, text, { targetFormat: 'truetype', variationAxes: { wght: 600, wdth: 100 } })
  const font = parse(new Uint8Array(bytes).buffer)
  const scale = unitsPerEm / font.unitsPerEm
  for (const letter of text) {
    const glyph = font.charToGlyph(letter)
    if (glyph.index === 0) continue
    glyphs[letter] = [Math.round((glyph.advanceWidth ?? 0) * scale), glyph.getPath(0, 0, unitsPerEm).toPathData(0)]
  }
}

await writeFile(new URL('../server/media/rendered/letters.json', import.meta.url), `${JSON.stringify(glyphs)}\n`)
console.log(`wrote ${Object.keys(glyphs).length} letters`)
