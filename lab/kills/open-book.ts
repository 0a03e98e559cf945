export const absent = 'absent'
/** It was asked for, and only the server knows what it was given. */
export const anything = 'anything'

type Cell = { said: string; maybe: Set<string> }
type Counter = { least: number; most: number }
/** What is there: a value a cell, a number a counter. */
export type Found = { cells: Map<string, string>; counters: Map<string, number> }
export type Book = ReturnType<typeof openBook>

/** What the server acknowledged, and what it was asked for and did not answer: after a kill one of the two must be there, and nothing else. */
export function openBook() {
  const cells = new Map<string, Cell>()
  const counters = new Map<string, Counter>()
  let acknowledged = 0
  /** Since somebody watches: what each cell was and might be. */
  let seen: Map<string, Set<string>> | null = null
  const see = (key: string, value: string) => seen?.set(key, (seen.get(key) ?? new Set([absent])).add(value))

  function cellOf(key: string): Cell {
    const cell = cells.get(key) ?? { said: absent, maybe: new Set() }
    cells.set(key, cell)
    return cell
  }
  function counterOf(key: string): Counter {
    const counter = counters.get(key) ?? { least: 0, most: 0 }
    counters.set(key, counter)
    return counter
  }
  function settleCells(found: Map<string, string>): string[] {
    const faults = [...found.keys()].filter((key) => !cells.has(key)).map((key) => `${key} is there, and nobody asked for it`)
    for (const [key, cell] of cells) {
      const here = found.get(key) ?? absent
      const isKnown = here === cell.said || cell.maybe.has(here) || (here !== absent && cell.maybe.has(anything))
      if (!isKnown) faults.push(`${key} is ${here}; acknowledged was ${cell.said}, asked for ${[...cell.maybe].join(' or ') || 'nothing'}`)
      cells.set(key, { said: here, maybe: new Set() })
    }
    return faults
  }
  function settleCounters(found: Map<string, number>): string[] {
    const faults: string[] = []
    for (const [key, { least, most }] of counters) {
      const here = found.get(key) ?? 0
      if (here < least || here > most) faults.push(`${key} counts ${here}, and must be from ${least} to ${most}`)
      counters.set(key, { least: here, most: here })
    }
    return faults
  }

  return {
    /** Said before it is asked for. */
    may(key: string, value: string) {
      see(key, value)
      cellOf(key).maybe.add(value)
    },
    /** Said once it was acknowledged. */
    is(key: string, value: string) {
      see(key, value)
      cells.set(key, { said: value, maybe: new Set() })
      acknowledged++
    },
    said: (key: string) => cellOf(key).said,
    mayCount: (key: string) => void counterOf(key).most++,
    counted(key: string) {
      counterOf(key).least++
      acknowledged++
    },
    /** From the least it may be, exactly one more. */
    countedOnce(key: string, before: number) {
      counters.set(key, { least: before + 1, most: before + 1 })
    },
    count: (key: string) => counterOf(key).least,
    acknowledged: () => acknowledged,
    /** From now on. What it gives back says of something taken meanwhile whether it is as all was at one of these moments. */
    watch() {
      seen = new Map([...cells].map(([key, { said, maybe }]) => [key, new Set([said, ...maybe])]))
      const least = new Map([...counters].map(([key, counter]) => [key, counter.least]))
      const watched = seen
      return (found: Found): string[] => {
        const keys = new Set([...watched.keys(), ...found.cells.keys()])
        const strange = [...keys].filter((key) => {
          const here = found.cells.get(key) ?? absent
          const could = watched.get(key)
          return !could?.has(here) && !(here !== absent && could?.has(anything))
        })
        const miscounted = [...found.counters].filter(
          ([key, here]) => here < (least.get(key) ?? 0) || here > (counters.get(key)?.most ?? 0),
        )
        return [
          ...strange.map((key) => `${key} is ${found.cells.get(key) ?? absent}`),
          ...miscounted.map(([key, here]) => `${key} counts ${here}`),
        ]
      }
    },
    /** Compares, and believes what it finds from here on. */
    settle: ({ cells: values, counters: numbers }: Found) => [...settleCells(values), ...settleCounters(numbers)],
  }
}
