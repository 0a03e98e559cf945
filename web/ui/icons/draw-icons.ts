import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIcons } from './read-icon.ts'

const { icons, marks } = readIcons()
const write = (file: string, text: string) => writeFileSync(join(import.meta.dirname, file), text)

const rows = Object.entries(icons).map(([name, path]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: '${path}',\n`)
write(
  'icon-paths.ts',
  `// Written by draw-icons.ts from lucide-static (ISC).
import type { IconName } from './icon-names.ts'

export const iconPaths: Record<IconName, string> = {
${rows.join('')}}
`,
)

// Brand marks have long paths and are far down the page, so they are a separate file, fetched once.
const symbols = Object.entries(marks).map(([name, path]) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`)
write('marks.svg', `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`)
