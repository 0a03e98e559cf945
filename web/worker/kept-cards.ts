import type { WorkerScope } from './scope.ts'
import { dropShelf, isFull, noteOf, openShelf, readNote, shelvesNamed } from './shelves.ts'

/** Whose cards lie here. `turn` counts instead of telling the time: a device's clock may be years off. */
export type KeptCard = { alias: string; build: string; language: string; at: number; turn: number }

const front = 'card-'
const cardsMax = 6
const noteName = '/kept'
export const callsShelf = 'calls'

export const openCard = (scope: WorkerScope, alias: string) => openShelf(scope, front + alias)
const forgetCard = (scope: WorkerScope, alias: string) => dropShelf(scope, front + alias)

/** A card that no longer exists leaves nothing here, not even in answers of public calls, which are not cached by card. */
export async function forgetGoneCard(scope: WorkerScope, alias: string) {
  await forgetCard(scope, alias)
  await dropShelf(scope, callsShelf)
}

const keptAliases = async (scope: WorkerScope) => (await shelvesNamed(scope, front)).map((name) => name.slice(front.length))

/** The first of these names that a card lies here under. */
export async function whoseOf(scope: WorkerScope, names: Iterable<string>): Promise<string | null> {
  const known = await keptAliases(scope)
  for (const name of names) if (known.includes(name) && (await readKept(scope, name))) return name
  return null
}

export async function readKept(scope: WorkerScope, alias: string): Promise<KeptCard | null> {
  if (!(await keptAliases(scope)).includes(alias)) return null
  const found = await readNote(await openCard(scope, alias), noteName)
  return isKeptCard(found) ? found : null
}

export async function keptCards(scope: WorkerScope): Promise<KeptCard[]> {
  const found = await Promise.all((await keptAliases(scope)).map((alias) => readKept(scope, alias)))
  return found.filter((one) => one !== null)
}

/** Lays all of a card on its shelf and takes away what it no longer has. A full device gives up the card not seen longest. */
export async function layCard(scope: WorkerScope, card: Omit<KeptCard, 'turn'>, answers: ReadonlyMap<string, Response>): Promise<boolean> {
  const others = await keptCards(scope)
  const shelf = await openCard(scope, card.alias)
  if (!shelf) return false
  const turn = Math.max(0, ...others.map((one) => one.turn)) + 1
  const parts = [...answers, [noteName, noteOf({ ...card, turn })] as const]
  for (const [path, answer] of parts) if (!(await lay(scope, shelf, card.alias, path, answer))) return false
  const { origin } = scope.location
  const wanted = new Set(parts.map(([path]) => new URL(path, origin).href))
  for (const { url } of await shelf.keys()) if (!wanted.has(url)) await shelf.delete(url, { ignoreVary: true })
  while ((await keptCards(scope)).length > cardsMax) if (!(await dropOldestCard(scope, card.alias))) break
  return true
}

async function lay(scope: WorkerScope, shelf: Cache, alias: string, path: string, answer: Response): Promise<boolean> {
  for (;;) {
    try {
      await shelf.put(path, answer.clone())
      return true
    } catch (error) {
      if (!isFull(error) || !(await dropOldestCard(scope, alias))) return false
    }
  }
}

/** Answers whether there was another card to give up. */
export async function dropOldestCard(scope: WorkerScope, except: string | null): Promise<boolean> {
  const [oldest] = (await keptCards(scope)).filter(({ alias }) => alias !== except).toSorted((a, b) => a.turn - b.turn)
  if (!oldest) return false
  await forgetCard(scope, oldest.alias)
  return true
}

function isKeptCard(found: unknown): found is KeptCard {
  if (typeof found !== 'object' || found === null) return false
  const texts = ['alias', 'build', 'language'].every((name) => typeof Reflect.get(found, name) === 'string')
  return texts && ['at', 'turn'].every((name) => typeof Reflect.get(found, name) === 'number')
}
