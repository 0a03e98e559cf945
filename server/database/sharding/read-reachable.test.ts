import { expect, test } from 'vitest'
import type { Db } from '../database.ts'
import { readReachable } from './read-reachable.ts'

/** Reads through a coordinator that can't reach the worker of the lost cards. */
function aCluster(workers: string[][], lost: readonly string[]) {
  const db = { execute: () => Promise.resolve({ rows: workers.map((ids) => ({ ids })) }) } as unknown as Db
  const reads: string[][] = []
  const read = async (ids: readonly string[]) => {
    reads.push([...ids])
    if (ids.some((id) => lost.includes(id))) throw new Error('connection to the remote node worker:5432 failed')
    return [...ids]
  }
  return { reads, result: readReachable(db, workers.flat(), read) }
}

test('reads the cards of the other workers, with one statement per worker', async () => {
  const { reads, result } = aCluster([['a', 'b'], ['c', 'd'], ['e']], ['c', 'd'])
  expect(await result).toEqual({ rows: ['a', 'b', 'e'], error: expect.any(Error) })
  expect(reads.slice(1)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

test('does not read the cards of a single worker again', async () => {
  const { reads, result } = aCluster([['a', 'b']], ['a', 'b'])
  expect(await result).toEqual({ rows: [], error: expect.any(Error) })
  expect(reads).toEqual([['a', 'b']])
})
