import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'
import { iconNames, type IconName } from '../web/ui/icons/icon-names.ts'
import { iconPaths } from '../web/ui/icons/icon-paths.ts'

const table = join(import.meta.dirname, '../web/ui/icons/icon-paths.ts')
/** Modules that may render an icon or decide which one is rendered. */
const drawing = /\/web\/(ui|features|routes)\/.+\.tsx?$/
const listing = /\/ui\/icons\/icon-(names|paths)\.ts$/
const iconId = /^\0icons\/([\w-]+)$/

/** True for a module that holds one icon's path. */
export const isIcon = (id: string): boolean => iconId.test(id)

/**
 * Splits the icon table for the browser: each module imports the icons that its string literals name, and a route module also those
 * named by its loader's modules, because it renders what the loader returns. The server and the kit page have the whole table.
 */
export function splitIcons(): Plugin {
  return {
    name: 'carte:icons',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (id.startsWith('~icons/') ? `\0${id.slice(1)}` : null),
    load(id) {
      if (id === table) return 'export const iconPaths = {}'
      const name = iconNames.find((one) => one === iconId.exec(id)?.[1])
      return name
        ? `import { iconPaths } from ${JSON.stringify(table)}\niconPaths[${JSON.stringify(name)}] = ${JSON.stringify(iconPaths[name])}`
        : null
    },
    async transform(code, id) {
      if (!drawing.test(id) || listing.test(id)) return null
      const named = new Set([...iconsIn(code), ...(id.includes('/web/routes/') ? await iconsOfServer(id) : [])])
      if (named.size === 0) return null
      return { code: `${[...named].map((name) => `import "~icons/${name}";`).join('')}${code}`, map: null }
    },
  }
}

/**
 * The icons that compiled code names in string literals. Strings that are compared, tag names, or one of these attributes don't
 * count.
 */
export function iconsIn(code: string): Set<IconName> {
  const strings = code.matchAll(
    /(?<!\b(?:className|id|popoverTarget|tagName): ?|[=!]== ?|jsxs?\(|createElement\()(["'])([\w-]+)\1(?! in\b)/g,
  )
  const named = new Set([...strings].map(([, , text]) => text))
  return new Set(iconNames.filter((name) => named.has(name)))
}

type Source = { icons: ReadonlySet<IconName>; imports: readonly string[] }
const sources = new Map<string, Promise<Source>>()

/** The icons named by a module and all its imports, before the build removes server-only code. */
export async function iconsOfServer(file: string): Promise<Set<IconName>> {
  const found = new Set([file])
  const icons = new Set<IconName>()
  for (const one of found) {
    if (!sources.has(one)) sources.set(one, readSource(one))
    const source = await sources.get(one)
    for (const name of source?.icons ?? []) icons.add(name)
    for (const next of source?.imports ?? []) found.add(next)
  }
  return icons
}

async function readSource(file: string): Promise<Source> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false })
  const imports = [...code.matchAll(/\b(?:import|from) ?["'](\.[^"']+\.tsx?)["']/g)].map(([, to = '']) => join(dirname(file), to))
  return { icons: iconsIn(code), imports: imports.filter((to) => drawing.test(to) && !listing.test(to)) }
}
