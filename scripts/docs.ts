import { writeFileSync } from 'node:fs'
import { drawSettings } from '#server/settings/draw-table.ts'

/** The documents that are drawn from the program, each by one function. */
const drawn = { 'docs/settings.md': drawSettings }

for (const [path, draw] of Object.entries(drawn)) {
  writeFileSync(new URL(`../${path}`, import.meta.url), draw())
  console.log(`drew ${path}`)
}
