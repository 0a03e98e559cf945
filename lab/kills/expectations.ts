export const absent = 'absent'
/** A value that only the server knows, because its response was lost. */
export const anyValue = 'anything'

type Cell = { expected: string; requested: Set<string> }
type Counter = { least: number; most: number }
/** The stored state: the value of each cell and the count of each counter. */
export type StoredState = { cells: Map<string, string>; counters: Map<string, number> }
export type Expectations = ReturnType<typeof createExpectations>

/** Acknowledged values and values of unanswered requests. After a kill, one of them must be stored and nothing else. */
export function createExpectations() {
  const cells = new Map<string, Cell>()
  const counters = new Map<string, Counter>()
  let acknowledged = 0
  /** Since `watch` was called: every value that each cell had or could have had. */
  let possible: Map<string, Set<string>> | null = null
  const recordPossible = (key: string, value: string) => possible?.set(key, (possible.get(key) ?? new Set([absent])).add(value))

  function cellOf(key: string): Cell {
    const cell = cells.get(key) ?? { expected: absent, requested: new Set() }
    cells.set(key, cell)
    return cell
  }
  function counterOf(key: string): Counter {
    const counter = counters.get(key) ?? { least: 0, most: 0 }
    counters.set(key, counter)
    return counter
  }
  function compareCells(found: Map<string, string>): string[] {
    const issues = [...found.keys()].filter((key) => !cells.has(key)).map((key) => `${key} exists but was never requested`)
    for (const [key, cell] of cells) {
      const stored = found.get(key) ?? absent
      const isKnown = stored === cell.expected || cell.requested.has(stored) || (stored !== absent && cell.requested.has(anyValue))
      if (!isKnown)
        issues.push(`${key} is ${stored}; acknowledged: ${cell.expected}, requested: ${[...cell.requested].join(' or ') || 'nothing'}`)
      cells.set(key, { expected: stored, requested: new Set() })
    }
    return issues
  }
  function compareCounters(found: Map<string, number>): string[] {
    const issues: string[] = []
    for (const [key, { least, most }] of counters) {
      const stored = found.get(key) ?? 0
      if (stored < least || stored > most) issues.push(`${key} counts ${stored}, and must be from ${least} to ${most}`)
      counters.set(key, { least: stored, most: stored })
    }
    return issues
  }

  return {
    /** Called before the request. */
    request(key: string, value: string) {
      recordPossible(key, value)
      cellOf(key).requested.add(value)
    },
    /** Called after the acknowledgment. */
    acknowledge(key: string, value: string) {
      recordPossible(key, value)
      cells.set(key, { expected: value, requested: new Set() })
      acknowledged++
    },
    expected: (key: string) => cellOf(key).expected,
    requestCount: (key: string) => void counterOf(key).most++,
    acknowledgeCount(key: string) {
      counterOf(key).least++
      acknowledged++
    },
    /** Expects exactly one more than the count before. */
    expectOneMore(key: string, before: number) {
      counters.set(key, { least: before + 1, most: before + 1 })
    },
    count: (key: string) => counterOf(key).least,
    acknowledged: () => acknowledged,
    /** Starts recording. The returned function checks a snapshot taken in the meantime: each value must have been possible since then. */
    watch() {
      possible = new Map([...cells].map(([key, { expected, requested }]) => [key, new Set([expected, ...requested])]))
      const least = new Map([...counters].map(([key, counter]) => [key, counter.least]))
      const watched = possible
      return (found: StoredState): string[] => {
        const keys = new Set([...watched.keys(), ...found.cells.keys()])
        const unexpected = [...keys].filter((key) => {
          const stored = found.cells.get(key) ?? absent
          const possibleValues = watched.get(key)
          return !possibleValues?.has(stored) && !(stored !== absent && possibleValues?.has(anyValue))
        })
        const miscounted = [...found.counters].filter(
          ([key, stored]) => stored < (least.get(key) ?? 0) || stored > (counters.get(key)?.most ?? 0),
        )
        return [
          ...unexpected.map((key) => `${key} is ${found.cells.get(key) ?? absent}`),
          ...miscounted.map(([key, stored]) => `${key} counts ${stored}`),
        ]
      }
    },
    /** Compares with the stored state, then expects that state from now on. */
    compare: ({ cells: values, counters: numbers }: StoredState) => [...compareCells(values), ...compareCounters(numbers)],
  }
}
