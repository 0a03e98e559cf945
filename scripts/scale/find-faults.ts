import type { Place } from './places.ts'
import type { Catalog, Reference } from './read-catalog.ts'

type Plan = { places: Record<string, Place>; leftOut: Record<string, string> }

/** What stands in the way of spreading these tables by card, in words. Empty: nothing does. */
export function findFaults({ tables, keys, references, strangers }: Catalog, { places, leftOut }: Plan): string[] {
  const byOf = (table: string) => {
    const place = places[table]
    return place?.with === 'card' ? place.by : null
  }
  const names = new Set(tables.map(({ name }) => name))
  const unplaced = tables.filter(({ name }) => !places[name]).map(({ name }) => `${name}: say in scripts/scale/places.ts where it lies`)
  const gone = Object.keys(places).filter((name) => !names.has(name))
  const columns = tables.flatMap(({ name, columns }) => {
    const by = byOf(name)
    const column = columns.find((each) => each.name === by)
    if (by === null || (column?.type === 'uuid' && column.isRequired)) return []
    return [`${name}: ${by} must name the card in each row`]
  })
  const loose = keys
    .filter(({ table, columns, name }) => byOf(table) !== null && !columns.includes(byOf(table) ?? '') && !leftOut[name])
    .map(({ table, name }) => `${table}: the key ${name} holds only within one card when it carries the card`)
  const apart = references.flatMap((reference) => {
    const fault = leftOut[reference.name] ? null : faultOf(reference)
    return fault ? [`${reference.table}: ${reference.name} ${fault}`] : []
  })
  const known = new Set([...keys, ...references].map(({ name }) => name))
  const idle = Object.keys(leftOut).filter((name) => !known.has(name))
  return [
    ...unplaced,
    ...gone.map((name) => `${name}: there is no such table`),
    ...columns,
    ...loose,
    ...apart,
    ...idle.map((name) => `${name}: there is no such key or reference to leave out`),
    ...strangers.map((name) => `${name}: numbers and triggers of one machine are not those of another`),
  ]

  function faultOf({ table, columns, to, toColumns, onDelete }: Reference): string | null {
    const [from, there] = [places[table], places[to]]
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
