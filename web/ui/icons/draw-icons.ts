import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIcons } from './read-icon.ts'

const { lines, marks } = readIcons()
const table = (name: string, type: string, paths: Record<string, string>) =>
  `export const ${name}: Record<${type}, string> = {\n${Object.entries(paths)
    .map(([icon, path]) => `  ${/^\w+$/.test(icon) ? icon : `'${icon}'`}: '${path}',`)
    .join('\n')}\n}\n`

const source = `// Drawn by draw-icons.ts from lucide-static (ISC) and simple-icons (CC0).
import type { BrandMark, LineIcon } from './icon-names.ts'

${table('linePaths', 'LineIcon', lines)}
${table('markPaths', 'BrandMark', marks)}`

writeFileSync(join(import.meta.dirname, 'icon-paths.ts'), source)
