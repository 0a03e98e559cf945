import type { Db } from '#server/database/database.ts'
import { hasAlready, tagOf } from '#server/entity-tag.ts'
import { ProblemError, problem } from '#server/http/problems/problem.ts'
import type { Log } from '#server/integrations/log.ts'
import { isStorageAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { chooseFormat, derivePicture, sizeKey, type Wanted } from './drawn/derive-picture.ts'
import { drawBand, drawCompanyName, drawInitials } from './drawn/draw-placeholder.ts'
import { tellIfMissing } from './picture-missing.ts'
import { findSitter, picturesOf, type Sitter } from './picture-store.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { findUploaded } from './upload-store.ts'

export type PictureNeeds = { db: Db; storage: Storage; log: Log }
export type Asked = { alias: string; kind: PictureKind; version: string; width: number; request: Request }

const svgType = 'image/svg+xml; charset=utf-8'
const drawn: Record<PictureKind, (sitter: Sitter) => string> = {
  profile: drawInitials,
  cutout: drawInitials,
  card: drawInitials,
  logo: drawCompanyName,
  background: drawBand,
}

/** A picture of a card in the size and format that suits who asks, or what is drawn in its place. */
export async function givePicture(needs: PictureNeeds, { alias, kind, version, width, request }: Asked): Promise<Response> {
  const { sitter, picture } = await findPicture(needs.db, { alias, kind, version })
  const draw = () => Buffer.from(drawn[kind](sitter))
  if (!picture) return answerDrawn(request, draw(), svgType)
  const format = chooseFormat(request.headers.get('accept') ?? '', picture.hasAlpha, width)
  const size = { picture, wanted: { width, format }, isForEver: version === picture.revision }
  return answerSize(needs, request, size).catch((error: unknown) => answerMeanwhile(needs, error, draw(), svgType))
}

/** A picture in one format whatever the browser says, for those that do not negotiate. */
export async function giveFixed(
  needs: PictureNeeds,
  { alias, kind, version, request }: Omit<Asked, 'width'>,
  { wanted, draw }: { wanted: (sitter: Sitter) => Wanted; draw: (sitter: Sitter, wanted: Wanted) => Promise<Buffer> },
): Promise<Response> {
  const { sitter, picture } = await findPicture(needs.db, { alias, kind, version })
  const want = wanted(sitter)
  const type = `image/${want.format}`
  if (!picture) return answerDrawn(request, await draw(sitter, want), type)
  const size = { picture, wanted: want, isForEver: version === picture.revision }
  return answerSize(needs, request, size).catch(async (error: unknown) => answerMeanwhile(needs, error, await draw(sitter, want), type))
}

/** The card's own picture may be the one it is shared with or the cut-out of its layout: the revision tells which is meant. */
const candidates: Record<PictureKind, readonly PictureKind[]> = {
  profile: ['profile'],
  cutout: ['cutout', 'profile'],
  card: ['card', 'cutout', 'profile'],
  logo: ['logo'],
  background: ['background'],
}

const nothing = { companyName: '', iconBackground: '', iconColor: '', ground: '', contact: '', text: '' }

/** A card that is off shows nobody's face, and nothing else of theirs but the name. */
async function findPicture(db: Db, { alias, kind, version }: Pick<Asked, 'alias' | 'kind' | 'version'>) {
  const sitter = await findSitter(db, alias)
  if (!sitter) throw problem('card-not-found')
  if (sitter.isOff) return { sitter: { ...sitter, ...nothing }, picture: undefined }
  const all = await picturesOf(db, sitter.id)
  const suitable = candidates[kind].flatMap((wanted) => all.find((row) => row.kind === wanted) ?? [])
  const named = suitable.find(({ revision }) => revision === version) ?? (await findNotPublished(db, sitter, kind, version))
  return { sitter, picture: named ?? suitable[0] }
}

/** Only who uploaded a picture knows its revision: it is made from what is in it. */
const findNotPublished = async (db: Db, { id }: Sitter, kind: PictureKind, version: string) =>
  /^[0-9a-f]{12}$/.test(version) ? findUploaded(db, id, candidates[kind], version) : undefined

type Size = { picture: PictureRow; wanted: Wanted; isForEver: boolean }

/** Whoever has this size already is told so before anything is read. */
async function answerSize({ storage }: PictureNeeds, request: Request, { picture, wanted, isForEver }: Size): Promise<Response> {
  const cacheControl = isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
  const headers = headersOf(`image/${wanted.format}`, tagOf(sizeKey(picture, wanted)), cacheControl)
  if (hasAlready(request, headers.etag)) return new Response(null, { status: 304, headers })
  return withBody(await derivePicture(storage, picture, wanted), { headers })
}

function answerDrawn(request: Request, body: Buffer, type: string): Response {
  const headers = headersOf(type, tagOf(body), 'public, max-age=60')
  return hasAlready(request, headers.etag) ? new Response(null, { status: 304, headers }) : withBody(body, { headers })
}

/**
 * The picture cannot be had just now. A browser shows what is drawn in its place whatever the status; because of the status
 * nobody on the way, and no service worker, keeps it for the picture.
 */
function answerMeanwhile({ log }: PictureNeeds, error: unknown, body: Buffer, type: string): Response {
  const isBusy = error instanceof ProblemError && error.problem.status === 503
  if (!isBusy && !isStorageAway(error)) throw error
  tellIfMissing(log, error)
  const headers = { ...headersOf(type, tagOf(body), 'no-store'), 'retry-after': '2' }
  return withBody(body, { status: 503, headers })
}

function headersOf(type: string, etag: string, cacheControl: string) {
  return {
    etag,
    'content-type': type,
    'cache-control': cacheControl,
    vary: 'Accept',
    // Shared cards show it on other sites' pages.
    'cross-origin-resource-policy': 'cross-origin',
  }
}

const withBody = (body: Buffer, init: { status?: number; headers: Record<string, string> }): Response =>
  new Response(new Uint8Array(body), { ...init, headers: { ...init.headers, 'content-length': String(body.length) } })
