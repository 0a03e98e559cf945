import type { Placement } from '#server/database/sharding/placements.ts'
import type { Catalog, Reference } from '#server/database/sharding/read-catalog.ts'

type Plan = { placements: Record<string, Placement>; droppedConstraints: Record<string, string> }

/** Everything that prevents distributing these tables by card; empty if nothing does. */
export function findIssues({ tables, keys, references, unsupported }: Catalog, { placements, droppedConstraints }: Plan): string[] {
  const byOf = (table: string) => {
    const place = placements[table]
    return place?.with === 'card' ? place.by : null
  }
  const names = new Set(tables.map(({ name }) => name))
  const unplaced = tables
    .filter(({ name }) => !placements[name])
    .map(({ name }) => `${name}: add it to server/database/sharding/placements.ts`)
  const missing = Object.keys(placements).filter((name) => !names.has(name))
  const columns = tables.flatMap(({ name, columns }) => {
    const by = byOf(name)
    const column = columns.find((each) => each.name === by)
    if (by === null || (column?.type === 'uuid' && column.isRequired)) return []
    return [`${name}: ${by} must name the card in each row`]
  })
  const loose = keys
    .filter(({ table, columns, name }) => byOf(table) !== null && !columns.includes(byOf(table) ?? '') && !droppedConstraints[name])
    .map(({ table, name }) => `${table}: the key ${name} holds only within one card when it carries the card`)
  const misplaced = references.flatMap((reference) => {
    const issue = droppedConstraints[reference.name] ? null : issueOf(reference)
    return issue ? [`${reference.table}: ${reference.name} ${issue}`] : []
  })
  const known = new Set([...keys, ...references].map(({ name }) => name))
  const idle = Object.keys(droppedConstraints).filter((name) => !known.has(name))
  return [
    ...unplaced,
    ...missing.map((name) => `${name}: there is no such table`),
    ...columns,
    ...loose,
    ...misplaced,
    ...idle.map((name) => `${name}: there is no such key or reference to leave out`),
    ...unsupported.map((name) => `${name}: numbers and triggers of one machine are not those of another`),
  ]

  function issueOf({ table, columns, to, toColumns, onDelete }: Reference): string | null {
    const [from, there] = [placements[table], placements[to]]
    if (there?.with === 'card') {
      if (from?.with !== 'card') return 'points at cards from outside them'
      const place = columns.indexOf(from.by)
      return place >= 0 && toColumns[place] === there.by ? null : 'does not carry the card'
    }
    if (there?.with === 'coordinator' && from?.with !== 'coordinator') return 'points at what only the coordinator has'
    const unsets = onDelete === 'n' || onDelete === 'd'
    return from?.with === 'card' && unsets && columns.includes(from.by) ? 'would take the card out of the row' : null
  }
}
