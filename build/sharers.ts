import { join, parse } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { entries, type Graph } from './tiers.ts'

/** The pages and lazily loaded files that wait for a module. All pages of the admin count as one: `admin`. */
export type SharersOf = (id: string, graph: Graph) => ReadonlySet<string>

/** Returns the sharers of each module of a build. */
export function sharersOf(folder: string, routes: readonly RouteConfigEntry[]): SharersOf {
  let found: ReadonlyMap<string, ReadonlySet<string>> | null = null
  return (id, graph) => {
    found ??= readSharers(startsOf(folder, [...entries, ...routes]), graph)
    return found.get(id) ?? new Set()
  }
}

type Start = { id: string; name: string }

function startsOf(folder: string, routes: readonly RouteConfigEntry[], area?: string): Start[] {
  return routes.flatMap(({ id, file, children = [] }) => {
    const inside = area ?? (id === 'admin' ? id : undefined)
    return [{ id: join(folder, file), name: inside ?? parse(file).name }, ...startsOf(folder, children, inside)]
  })
}

function readSharers(starts: readonly Start[], graph: Graph): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const queue = [...starts]
  const queued = new Set(starts.map(({ id }) => id))
  for (const { id: start, name } of queue) {
    const reached = new Set([start])
    for (const id of reached) {
      found.set(id, (found.get(id) ?? new Set()).add(name))
      const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
      for (const imported of importedIds) reached.add(imported)
      for (const lazy of dynamicallyImportedIds) {
        if (!queued.has(lazy)) queue.push({ id: lazy, name: parse(lazy).name })
        queued.add(lazy)
      }
    }
  }
  return found
}
