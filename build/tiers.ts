import { join, parse } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'

/**
 * When a browser first needs a module:
 * - `start`: all that runs on a card before the first interaction
 * - `card`: the first interaction
 * - `pages`: the other pages that a visitor opens without waiting
 * - `deferred`: what opens on those pages
 * - `installed`: an installed card and its owner, who sees more on it
 * - `site`: the front page, the login and pages beside a card
 * - `owner`: the owner's pages, and what needs a connection
 * - `account`: the account, the editor, setup and admin
 *
 * All that a module imports is in its tier or an earlier one, so a chunk of one tier never loads a chunk that comes after it.
 */
export const tiers = ['start', 'card', 'pages', 'deferred', 'installed', 'site', 'owner', 'account'] as const
export type Tier = (typeof tiers)[number]

/** The tier of routes, by id. Others are in the tier of their parent, or `site` at least. */
export const routeTiers: Partial<Record<Tier, readonly string[]>> = {
  start: ['entry.client'],
  card: ['root', 'card', 'home'],
  pages: ['about', 'reviews', 'review', 'vCard', 'contact', 'connect', 'socialServices', 'no-data'],
  deferred: ['to-home', 'install', 'letsConnect', 'unknown'],
  installed: ['settings'],
  owner: ['owner'],
  account: [
    'account',
    'account-claim',
    'account-home',
    'account-new',
    'account-new-import',
    'account-setup',
    'admin',
    'card-email-signature',
    'card-report',
    'editor',
    'link-preview',
    'print',
    'setup',
    'setup-restore',
    'subscriptions',
  ],
}

/** The tier of files that are loaded lazily, by name. Others are in the tier of the module that loads them, or `deferred` at least. */
export const fileTiers: Partial<Record<Tier, readonly string[]>> = {
  card: ['hydrate'],
  // The server sends the HTML of a wide screen and of a video: they hydrate without waiting for messages.
  pages: ['failed', 'wide-home', 'background-video'],
  installed: ['card-app', 'card-parts'],
  owner: ['card-preview', 'plan-notices', 'share-over-page', 'stories-viewer', 'tour'],
}

/** Entries that the table of routes doesn't list. */
export const entries: readonly RouteConfigEntry[] = [
  { id: 'entry.client', file: 'entry.client.tsx' },
  { id: 'root', file: 'root.tsx' },
]

export type Imports = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
export type Graph = { getModuleInfo(id: string): Imports | null }
export type TierOf = (id: string, graph: Graph) => Tier

/** Returns the tier of each module of a build. Modules that no page loads are in the last. */
export function tiersOf(folder: string, routes: readonly RouteConfigEntry[]): TierOf {
  let found: ReadonlyMap<string, Tier> | null = null
  return (id, graph) => {
    found ??= readTiers(folder, routes, graph)
    return found.get(id) ?? 'account'
  }
}

function readTiers(folder: string, routes: readonly RouteConfigEntry[], graph: Graph): ReadonlyMap<string, Tier> {
  const found = new Map<string, Tier>()
  const queues = startsOf(folder, routes)
  for (const tier of tiers)
    for (const id of queues[tier]) {
      if (found.has(id)) continue
      found.set(id, tier)
      const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
      queues[tier].push(...importedIds)
      for (const lazy of dynamicallyImportedIds) queues[latest(tier, tierNamed(fileTiers, parse(lazy).name) ?? 'deferred')].push(lazy)
    }
  return found
}

function startsOf(folder: string, routes: readonly RouteConfigEntry[]): Record<Tier, string[]> {
  const starts: Record<Tier, string[]> = { start: [], card: [], pages: [], deferred: [], installed: [], site: [], owner: [], account: [] }
  const add = ({ id, file, children = [] }: RouteConfigEntry, parent: Tier) => {
    const tier = tierNamed(routeTiers, id) ?? latest(parent, 'site')
    starts[tier].push(join(folder, file))
    for (const child of children) add(child, tier)
  }
  for (const route of [...entries, ...routes]) add(route, 'site')
  return starts
}

const tierNamed = (named: typeof fileTiers, name = '') => tiers.find((tier) => named[tier]?.includes(name))
const latest = (one: Tier, other: Tier): Tier => (isUpTo(one, other) ? other : one)

/** True if the tier is this one or an earlier one. */
export const isUpTo = (tier: Tier, last: Tier): boolean => tiers.indexOf(tier) <= tiers.indexOf(last)
