import { notKept, type Kept } from '../platform/app/worker-messages.ts'
import { chooseLanguage } from '#common/request-language.ts'
import { keepablePages, keyOf } from './card-place.ts'
import { forgetGoneCard, layCard, openCard, readKept } from './kept-cards.ts'
import type { WorkerScope } from './scope.ts'
import { layMore, layShell, tidyShells, type Shell, type Fonts } from './shell.ts'
import { takeFrom, unwrapped } from './shelves.ts'

export type Keeping = { scope: WorkerScope; shell: Shell; now?: () => number; restMs?: number }
type Wish = { alias: string; language: string }

const restsMs = 60_000
const underWay = new Map<string, Promise<Kept>>()

/** Keeps a card as anybody may see it; not more than once a minute. However many ask at once, it is done once. */
export function keepCard(needs: Keeping, wish: Wish): Promise<Kept> {
  const known = underWay.get(wish.alias)
  if (known) return known
  const asked = keepOnce(needs, wish).finally(() => underWay.delete(wish.alias))
  underWay.set(wish.alias, asked)
  return asked
}

async function keepOnce(needs: Keeping, { alias, language }: Wish): Promise<Kept> {
  const { scope, shell, now = Date.now, restMs = restsMs } = needs
  const before = await readKept(scope, alias)
  const isOurs = before?.build === shell.build && before.language === language
  // A clock that was set back must not make a card wait for years.
  if (isOurs && Math.abs(now() - before.at) < restMs) return { isKept: true, isReached: true, isNewer: false, keptAt: before.at }
  const otherwise = before ? { ...notKept, isKept: true, keptAt: before.at } : notKept
  try {
    await layShell(scope, shell, chooseLanguage(language))
    const found = await fetchCard(needs, { alias, language })
    if (found === 'gone') {
      await forgetGoneCard(scope, alias)
      return { ...notKept, isReached: true }
    }
    if (found === 'other build') {
      // The next worker keeps it, with the scripts that it needs.
      await scope.registration.update()
      return { ...otherwise, isReached: true }
    }
    const isNewer = before !== null && (await differs(scope, alias, found))
    const at = now()
    if (!(await layCard(scope, { alias, language, build: shell.build, at }, found))) return { ...otherwise, isReached: true }
    await tidyShells(scope, shell)
    return { isKept: true, isReached: true, isNewer, keptAt: at }
  } catch {
    // No connection, or it was lost halfway: what lay here still does.
    return otherwise
  }
}

async function fetchCard({ scope, shell }: Keeping, { alias, language }: Wish): Promise<Map<string, Response> | 'gone' | 'other build'> {
  const found = new Map<string, Response>()
  const texts: string[] = []
  const home = { alias, page: 'home', isData: false, isApp: false }
  const init: RequestInit = { credentials: 'omit', headers: { 'accept-language': language } }

  async function page(key: string): Promise<Response | null> {
    const answer = await scope.fetch(key, init)
    if (!isAnswer(answer, key === keyOf(home))) throw new Error(`${key} answered ${answer.status}.`)
    const isHere = new URL(answer.url || key, scope.location.origin).pathname.toLowerCase() === key.split('?')[0]
    if (answer.status !== 200 || !isHere) {
      // Only a page of ours can say that a card is gone; a proxy or a hotel's network answers 404 too.
      if (key === keyOf(home) && !manifestNamedIn(await answer.text())) throw new Error(`${key} was not answered by us.`)
      return null
    }
    found.set(key, unwrapped(answer.clone()))
    texts.push(await answer.text())
    return answer
  }

  if (!(await page(keyOf(home)))) return 'gone'
  const drawnBy = manifestNamedIn(texts[0] ?? '')
  // A gate of the network answers in the card's place too: what we did not draw is not kept.
  if (!drawnBy || !shell.shared.includes(drawnBy)) return 'other build'
  for (const isApp of [false, true]) await page(keyOf({ ...home, isApp, isData: true }))
  await page(keyOf({ ...home, isApp: true }))
  for (const name of keepablePages.filter((one) => one !== 'home' && isNamed(one, texts, alias))) {
    const place = { alias, page: name, isData: false, isApp: false }
    if (await page(keyOf(place))) await page(keyOf({ ...place, isData: true }))
  }

  await layMore(scope, shell, fontsFor(texts, shell.fonts))
  const [html = ''] = texts
  const files = new Set(texts.flatMap(filesNamedIn))
  const manifest = webManifestNamedIn(html)
  if (manifest) {
    const answer = await file(manifest)
    for (const icon of iconsNamedIn(await answer?.json().catch(() => null))) files.add(icon)
  }
  for (const path of files) await file(path)
  return found

  /** A picture's address names its state: one that lies here already is not fetched again. */
  async function file(path: string): Promise<Response | null> {
    const shelf = await openCard(scope, alias)
    const lying = lasting(await takeFrom(shelf, path))
    // Nobody takes a contact file by this.
    const answer = lying ?? (await scope.fetch(path, { credentials: 'omit', headers: { purpose: 'prefetch' } }).catch(() => null))
    if (!answer?.ok) return null
    found.set(path, unwrapped(answer.clone()))
    return answer
  }
}

/** Pages that a card does not name are none of its own; what settings and the app's way in are is known. */
const isNamed = (page: string, texts: readonly string[], alias: string) =>
  page === 'settings' || page === 'install' || texts.some((text) => text.toLowerCase().includes(`/${alias}/${page}`))

/** What says of itself that its address will never name anything else. */
export const lasting = (answer: Response | undefined) => (answer?.headers.get('cache-control')?.includes('immutable') ? answer : undefined)

/** Whether it says anything of the card. "Not so often" does not, nor does a gate before the server; a card is not forgotten for those. */
const isAnswer = ({ status }: Response, isHome: boolean) =>
  status !== 408 && status !== 429 && (status < 500 || status === 501) && (!isHome || status < 400 || status === 404 || status === 410)

/** Whether a page of the card is another than the one that lies here, as its mark says. */
async function differs(scope: WorkerScope, alias: string, found: ReadonlyMap<string, Response>): Promise<boolean> {
  const shelf = await openCard(scope, alias)
  for (const [key, { headers }] of found) {
    const mark = headers.get('etag')
    if (mark && key.includes('.data') && (await takeFrom(shelf, key))?.headers.get('etag') !== mark) return true
  }
  return false
}

/** Letters beyond those of western Europe, as the style sheet divides them. */
const farLetters = /[\u0100-\u0151\u0154-\u0177\u0179-\u017f\u0218-\u021b]/
/** The line under a name is the one that leans. */
const leaning = /class="tagline"/

/** The fonts that a card's pages are written with, beside those that all are. */
function fontsFor(texts: readonly string[], { far, italic, farItalic }: Fonts): string[] {
  const isFar = texts.some((text) => farLetters.test(text))
  const isLeaning = texts.some((text) => leaning.test(text))
  return [...(isFar ? far : []), ...(isLeaning ? italic : []), ...(isFar && isLeaning ? farItalic : [])]
}

const widthMax = 960

/** Pictures and files of this site that a page names, each in the one width that serves a phone and a desktop. */
function filesNamedIn(text: string): string[] {
  const found = text.matchAll(/\/api\/public\/[^\s"'<>\\,()]+/g)
  const byPath = new Map<string, { address: string; width: number }>()
  for (const [named] of found) {
    const address = named.replaceAll('&amp;', '&')
    const [path = '', query = ''] = address.split('?')
    // What other sites show of a link is of no use here.
    if (path.includes('/client-preview/')) continue
    const width = Number(new URLSearchParams(query).get('w') ?? 0)
    const best = byPath.get(path)
    if (!best || isBetter(width, best.width)) byPath.set(path, { address, width })
  }
  return [...byPath.values()].map(({ address }) => address)
}

const isBetter = (width: number, than: number) => (than > widthMax ? width < than : width <= widthMax && width > than)

/** The build that drew a page, by the one file that changes with each. */
const manifestNamedIn = (html: string) => /data-manifest="([^"]+)"/.exec(html)?.[1] ?? null

function webManifestNamedIn(html: string): string | null {
  const [tag = ''] = /<link\b[^>]*\brel="manifest"[^>]*>/.exec(html) ?? []
  return /\bhref="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? null
}

/** Icons, and what a browser shows of the app before it is there. */
function iconsNamedIn(manifest: unknown): string[] {
  const icons: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'icons') : null
  return (Array.isArray(icons) ? icons : []).flatMap((icon: unknown) => {
    const src: unknown = typeof icon === 'object' && icon !== null ? Reflect.get(icon, 'src') : null
    return typeof src === 'string' && src.startsWith('/') && !src.startsWith('//') ? [src] : []
  })
}
