import type { SharersOf } from './sharers.ts'
import { isIcon } from './split-icons.ts'
import { isUpTo, tiers, type Graph, type Tier, type TierOf } from './tiers.ts'

type ChunkGroup = { name: (id: string, graph: Graph) => string | null; minShareCount?: number }

/** React and its router: the chunk that stays the same between our releases. */
const framework = /node_modules\/(?!altcha-lib|@simplewebauthn)|rolldown-runtime|\/framework\.ts$/
/** Loaded by the entry on a timer and by much of the app: a chunk of its own loads nothing else. */
const deviceStore = /\/device-store\./

/** A module that this many pages share moves to its tier's chunk, no earlier, because a chunk is loaded as a whole. */
const manyPages = 4

/**
 * Few chunks, each compressed as a whole. A group also takes what its modules import, so the tiers come in their order: each leaves to
 * the next only what is its own. Icons are small: two pages that share one don't load a file for it.
 */
export function chunkGroups(tierOf: TierOf, sharersOf: SharersOf) {
  const ofTier = (tier: Tier, name: string, isMeant: (id: string, graph: Graph) => boolean = () => true): ChunkGroup => ({
    name: (id, graph) => (tierOf(id, graph) === tier && !isEntry(id) && isMeant(id, graph) ? name : null),
  })
  const groups: ChunkGroup[] = [
    { name: (id) => (deviceStore.test(id) ? 'device-store' : null) },
    ofTier('start', 'start'),
    { name: (id) => (framework.test(id) ? 'framework' : null) },
    { ...ofTier('card', 'kit'), minShareCount: 2 },
    {
      name: (id, graph) =>
        isIcon(id) && sharersOf(id, graph).size > 1 ? (isUpTo(tierOf(id, graph), 'installed') ? 'icons' : 'site-icons') : null,
    },
    ...tiers.slice(2).map((tier) => ofTier(tier, `${tier}-kit`, (id, graph) => sharersOf(id, graph).size >= manyPages)),
    // What the admin shares with few pages: a chunk for each set of sharers, largest first. No page loads what only the admin needs.
    ...[3, 2, 1].map((count): ChunkGroup => ({
      name: (id, graph) => {
        const sharers = sharersOf(id, graph)
        return sharers.size === count && sharers.has('admin') ? [...sharers].toSorted().join('-') : null
      },
      minShareCount: 2,
    })),
  ]
  return groups.map((group, place) => ({ ...group, priority: groups.length - place }))
}

const isEntry = (id: string) => id.endsWith('/entry.client.tsx')
