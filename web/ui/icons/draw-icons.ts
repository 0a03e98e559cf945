import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIcons } from './read-icon.ts'

const { lines, later, owner, account, marks } = readIcons()
const table = (name: string, type: string, paths: Record<string, string>) =>
  `export const ${name}: Record<${type}, string> = {\n${Object.entries(paths)
    .map(([icon, path]) => `  ${/^\w+$/.test(icon) ? icon : `'${icon}'`}: '${path}',`)
    .join('\n')}\n}\n`

const source = (type: string, drawn: string) => `// Drawn by draw-icons.ts from lucide-static (ISC) and simple-icons (CC0).
import type { ${type} } from './icon-names.ts'

${drawn}`

writeFileSync(join(import.meta.dirname, 'icon-paths.ts'), source('LineIcon', table('linePaths', 'LineIcon', lines)))
writeFileSync(join(import.meta.dirname, 'later-icon-paths.ts'), source('LaterIconName', table('laterPaths', 'LaterIconName', later)))
const onOwner = table('ownerPaths', 'OwnerIconOnly', owner)
writeFileSync(join(import.meta.dirname, 'owner-icon-paths.ts'), source('OwnerIconOnly', onOwner))
const onAccount = table('accountPaths', 'AccountIconOnly', account)
writeFileSync(join(import.meta.dirname, 'account-icon-paths.ts'), source('AccountIconOnly', onAccount))

// Marks are long and stand far down a page: they are a file of their own, fetched once.
const symbols = Object.entries(marks).map(([name, path]) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`)
writeFileSync(join(import.meta.dirname, 'marks.svg'), `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`)
