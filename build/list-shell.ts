import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '#contract/languages.ts'
import type { Shell } from '../web/worker/shell.ts'

/** Routes of a card; the owner's pages load when they are opened. */
const roots = /^(root|card|home|about|reviews|review|vCard|contact|connect|settings|install|to-home|unknown|letsConnect)$/

/**
 * Files that aren't precached: for pages behind the login, the editor's preview and the kit's styles, and for stories and the tour,
 * which need a connection.
 */
const isNotPrecached = (name: string) =>
  /^(messages-[\w-]+-account|card-preview|plan-notices|share-over-page|stories|stories-viewer|tour|doors-street|spot-open-door)-[\w-]{7,8}\.(js|css|svg)$|^kit-[\w-]{8}\.css$/.test(
    name,
  )

/** Fonts that not every card uses. */
const isFont = (name: string) => name.endsWith('.woff2')
const isExtendedFont = (name: string) => /-ext-[\w-]{8}\.woff2$/.test(name)
const isItalic = (name: string) => /-italic-/.test(name)
const catalog = /^messages-([\w-]+)-(card|deferred)-[\w-]{7}\.js$/

/** The files of a build that render a card, found by following the file names in each file. */
export function listShell(folder: string): Shell {
  const names = readdirSync(folder)
  const text = (name: string) => (/\.(js|css|svg)$/.test(name) ? readFileSync(join(folder, name), 'utf8') : '')
  const manifest = names.find((name) => /^manifest-\w+\.js$/.test(name))
  if (!manifest) throw new Error('The build has no manifest.')
  const { entry, routes } = readManifest(text(manifest))
  const started = [entry, ...Object.entries(routes).flatMap(([id, route]) => (roots.test(id) ? [route] : []))].flatMap((one) => [
    one.module,
    ...(one.imports ?? []),
    ...(one.css ?? []),
  ])

  const shared = new Set([manifest])
  const queue = started.map((path) => path.replace('/assets/', ''))
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (shared.has(name) || !names.includes(name) || isNotPrecached(name)) continue
    shared.add(name)
    const content = text(name)
    queue.push(...names.filter((other) => other !== manifest && !isFont(other) && content.includes(other)))
  }

  const paths = (isMeant: (name: string) => boolean) => names.filter(isMeant).map(toPath).toSorted()
  const listed = {
    shared: [
      ...paths((name) => shared.has(name) && !catalog.test(name)),
      ...paths((name) => isFont(name) && !isExtendedFont(name) && !isItalic(name)),
    ],
    languages: Object.fromEntries(languages.map((language) => [language, paths((name) => catalog.exec(name)?.[1] === language)])),
    fonts: {
      extended: paths((name) => isExtendedFont(name) && !isItalic(name)),
      italic: paths((name) => isItalic(name) && !isExtendedFont(name)),
      extendedItalic: paths((name) => isItalic(name) && isExtendedFont(name)),
    },
  }
  return { build: createHash('sha256').update(JSON.stringify(listed)).digest('hex').slice(0, 12), ...listed }
}

type Piece = { module: string; imports?: string[]; css?: string[] }

function readManifest(source: string): { entry: Piece; routes: Record<string, Piece> } {
  return JSON.parse(source.slice(source.indexOf('=') + 1).replace(/;\s*$/, ''))
}

const toPath = (name: string) => `/assets/${name}`
