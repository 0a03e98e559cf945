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
export function chunkGroups(tierOf: TierOf) {
  const ofTier = (tier: Tier, minShareCount: number, name = `${tier}-kit`): ChunkGroup => ({
    name: (id, graph) => (tierOf(id, graph) === tier && !isEntry(id) ? name : null),
    minShareCount,
  })
  const groups: ChunkGroup[] = [
    { name: (id) => (deviceStore.test(id) ? 'device-store' : null) },
    ofTier('start', 1, 'start'),
    { name: (id) => (framework.test(id) ? 'framework' : null) },
    ofTier('card', 2, 'kit'),
    { name: (id, graph) => (isIcon(id) ? (isUpTo(tierOf(id, graph), 'installed') ? 'icons' : 'site-icons') : null), minShareCount: 2 },
    ...tiers.slice(2).map((tier) => ofTier(tier, manyPages)),
  ]
  return groups.map((group, place) => ({ ...group, priority: groups.length - place }))
}

const isEntry = (id: string) => id.endsWith('/entry.client.tsx')
