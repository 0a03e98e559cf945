import { offlinePath } from '#contract/pages.ts'
import { chooseLanguage } from '#common/request-language.ts'
import { dropOldestCard, keptCards } from './kept-cards.ts'
import type { WorkerScope } from './scope.ts'
import { dropShelf, isFull, noteOf, openShelf, readNote, shelvesNamed, takeFrom, unwrapped } from './shelves.ts'

/** What one build of the product needs to draw a card: for everybody, and beside it for each language. */
export type Shell = {
  build: string
  shared: readonly string[]
  languages: Readonly<Record<string, readonly string[]>>
  fonts: Fonts
}

/** What not every card is written with. */
export type Fonts = { far: readonly string[]; italic: readonly string[]; farItalic: readonly string[] }

const front = 'shell-'
const nameOf = ({ build }: Shell) => front + build
const before = '/before'
const atOnce = 6

const openShell = (scope: WorkerScope, shell: Shell) => openShelf(scope, nameOf(shell))

/** At install: everything or nothing. What fails here is tried again by the browser, and goes on where it stopped. */
export async function layShell(scope: WorkerScope, shell: Shell, language = chooseLanguage(scope.navigator.languages.join(','))) {
  const shelf = await openShell(scope, shell)
  // A device that keeps nothing still hears its notices.
  if (!shelf) return
  const wanted = [...shell.shared, ...(shell.languages[language] ?? [])]
  const queue = await missingOf(shelf, wanted)
  const work = async () => {
    for (let path = queue.pop(); path; path = queue.pop()) await lay(scope, shelf, path)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await layOfflinePage(scope, shelf, language)
}

/** At any time: what is not there yet. */
export async function layMore(scope: WorkerScope, shell: Shell, paths: readonly string[]) {
  const shelf = await openShell(scope, shell)
  if (shelf) for (const path of await missingOf(shelf, paths)) await lay(scope, shelf, path)
}

async function missingOf(shelf: Cache, wanted: readonly string[]): Promise<string[]> {
  const found = await Promise.all(wanted.map((path) => takeFrom(shelf, path)))
  return wanted.filter((_, place) => !found[place])
}

/** An asset's name says what is in it: one of a build before is as good. */
async function lay(scope: WorkerScope, shelf: Cache, path: string) {
  const known = await scope.caches?.match(path, { ignoreVary: true })
  const answer = known ?? (await scope.fetch(path, { credentials: 'omit' }))
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  await putOrMakeRoom(scope, shelf, path, unwrapped(answer))
}

async function layOfflinePage(scope: WorkerScope, shelf: Cache, language: string) {
  const lying = await takeFrom(shelf, offlinePath)
  if (lying?.headers.get('content-language') === language) return
  const answer = await scope.fetch(offlinePath, { credentials: 'omit', headers: { 'accept-language': language } })
  if (!answer.ok) throw new Error(`${offlinePath} answered ${answer.status}.`)
  await putOrMakeRoom(scope, shelf, offlinePath, unwrapped(answer, { status: 503, told: { 'cache-control': 'no-store' } }))
}

async function putOrMakeRoom(scope: WorkerScope, shelf: Cache, path: string, answer: Response) {
  const spare = answer.clone()
  try {
    await shelf.put(path, answer)
  } catch (error) {
    if (!isFull(error) || !(await dropOldestCard(scope, null))) throw error
    await shelf.put(path, spare)
  }
}

export async function answerAsset(scope: WorkerScope, shell: Shell, request: Request): Promise<Response> {
  const kept = await scope.caches?.match(request.url, { ignoreVary: true }).catch(() => undefined)
  if (kept) return kept
  const answer = await scope.fetch(request)
  if (answer.ok) {
    const shelf = await openShell(scope, shell)
    await shelf?.put(request.url, answer.clone()).catch(() => {})
  }
  return answer
}

/** Says 503, as nothing was reached; the address stays the one that was asked for. */
export async function offlinePage(scope: WorkerScope, shell: Shell): Promise<Response> {
  return (await takeFrom(await openShell(scope, shell), offlinePath)) ?? Response.error()
}

const windowIds = async ({ clients }: WorkerScope) =>
  (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id)

/** Windows that are open as this build takes over were drawn by the ones before, and may yet ask for their parts. */
export async function rememberBefore(scope: WorkerScope, shell: Shell) {
  const builds = (await shelvesNamed(scope, front)).filter((name) => name !== nameOf(shell))
  const shelf = await openShell(scope, shell)
  await shelf?.put(before, noteOf({ builds, windows: await windowIds(scope) })).catch(() => {})
}

/** Builds before this one go once no window of theirs is open and no kept card was drawn by them. */
export async function tidyShells(scope: WorkerScope, shell: Shell) {
  // What lies beside this build may as well be the next one's, which waits: only what was there before goes.
  const known = await readNote(await openShell(scope, shell), before)
  const said = (name: 'builds' | 'windows'): unknown[] => {
    const found: unknown = typeof known === 'object' && known !== null ? Reflect.get(known, name) : null
    return Array.isArray(found) ? found : []
  }
  const old = (await shelvesNamed(scope, front)).filter((name) => name !== nameOf(shell) && said('builds').includes(name))
  if (old.length === 0) return
  const open = new Set<unknown>(await windowIds(scope))
  if (said('windows').some((id) => open.has(id))) return
  if ((await keptCards(scope)).some(({ build }) => build !== shell.build)) return
  for (const name of old) await dropShelf(scope, name)
}
