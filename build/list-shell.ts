import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '#contract/languages.ts'
import type { Shell } from '../web/worker/shell.ts'
import { findManifest, parseManifest } from './slim-manifest.ts'
import { fileTiers, isUpTo, routeTiers, tiers } from './tiers.ts'

/** Routes of a card. The owner's pages load when they are opened, and the page that looks for a card needs a connection. */
const roots = tiers
  .filter((tier) => isUpTo(tier, 'installed'))
  .flatMap((tier) => routeTiers[tier] ?? [])
  .filter((id) => id !== 'no-data')

/** Files that aren't precached: for pages behind the login, for what needs a connection (stories, the tour), and the kit's styles. */
const skippedNames = ['messages-[\\w-]+-account', ...(fileTiers.owner ?? []), 'stories', 'doors-street', 'spot-open-door'].join('|')
const skipped = new RegExp(`^(${skippedNames})-[\\w-]{7,8}\\.(js|css|svg)$|^kit-[\\w-]{8}\\.css$`)

/** Fonts that not every card uses. */
const isFont = (name: string) => name.endsWith('.woff2')
const isExtendedFont = (name: string) => /-ext-[\w-]{8}\.woff2$/.test(name)
const isItalic = (name: string) => /-italic-/.test(name)
const catalog = /^messages-([\w-]+)-(card|deferred)-[\w-]{7}\.js$/

/** The files of a build that render a card, found by following the file names in each file. */
export function listShell(folder: string): Shell {
  const names = readdirSync(folder)
  const text = (name: string) => (/\.(js|css|svg)$/.test(name) ? readFileSync(join(folder, name), 'utf8') : '')
  const manifest = findManifest(names)
  const { entry, routes } = parseManifest(text(manifest))
  const started = [entry, ...Object.entries(routes).flatMap(([id, route]) => (roots.includes(id) ? [route] : []))].flatMap((one) => [
    one.module,
    ...(one.imports ?? []),
    ...(one.css ?? []),
  ])

  const shared = new Set([manifest])
  const queue = started.map((path) => path.replace('/assets/', ''))
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (shared.has(name) || !names.includes(name) || skipped.test(name)) continue
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

const toPath = (name: string) => `/assets/${name}`
