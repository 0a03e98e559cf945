import type { Db } from '#server/database/database.ts'
import { matchesIfNoneMatch, entityTag } from '#server/common/entity-tag.ts'
import { ProblemError, problem } from '#server/http/problems/problem.ts'
import type { Log } from '#server/integrations/log.ts'
import { isStorageUnavailable } from '#server/integrations/storage-error.ts'
import type { RenderDeps } from './rendered/render-cache.ts'
import { chooseFormat, resizePicture, sizeKey, type RequestedSize } from './rendered/resize-picture.ts'
import { drawBand, drawCompanyName, drawInitials } from './rendered/draw-placeholder.ts'
import { logIfMissing } from './picture-missing.ts'
import { findPlaceholderCard, listPictures, type PlaceholderCard } from './picture-store.ts'
import type { PictureKind, PictureRow } from './tables.ts'
import { findUploaded } from './upload-store.ts'

export type PictureDeps = RenderDeps & { db: Db; log: Log }
type PictureRequest = { alias: string; kind: PictureKind; version: string; width: number; request: Request }

const svgType = 'image/svg+xml; charset=utf-8'
const placeholders: Record<PictureKind, (sitter: PlaceholderCard) => string> = {
  profile: drawInitials,
  cutout: drawInitials,
  card: drawInitials,
  logo: drawCompanyName,
  background: drawBand,
}

/** A card's picture in a size and format for the client, or a placeholder. */
export async function servePicture(deps: PictureDeps, { alias, kind, version, width, request }: PictureRequest): Promise<Response> {
  const { sitter, picture } = await findPicture(deps.db, { alias, kind, version })
  const draw = () => Buffer.from(placeholders[kind](sitter))
  if (!picture) return respondWithPlaceholder(request, draw(), svgType)
  const format = chooseFormat(request.headers.get('accept') ?? '', picture.hasAlpha, width)
  const size = { picture, wanted: { width, format }, isImmutable: version === picture.revision }
  return respondWithSize(deps, request, size).catch((error: unknown) => respondUnavailable(deps, error, draw(), svgType))
}

/** A picture in a fixed format, for clients that don't negotiate. */
export async function serveFixedFormat(
  deps: PictureDeps,
  { alias, kind, version, request }: Omit<PictureRequest, 'width'>,
  {
    wanted,
    draw,
  }: { wanted: (sitter: PlaceholderCard) => RequestedSize; draw: (sitter: PlaceholderCard, wanted: RequestedSize) => Promise<Buffer> },
): Promise<Response> {
  const { sitter, picture } = await findPicture(deps.db, { alias, kind, version })
  const want = wanted(sitter)
  const type = `image/${want.format}`
  if (!picture) return respondWithPlaceholder(request, await draw(sitter, want), type)
  const size = { picture, wanted: want, isImmutable: version === picture.revision }
  return respondWithSize(deps, request, size).catch(async (error: unknown) =>
    respondUnavailable(deps, error, await draw(sitter, want), type),
  )
}

/** Kinds to try for each address. The revision selects among them, as the card image may be the shared picture or the cutout. */
const candidates: Record<PictureKind, readonly PictureKind[]> = {
  profile: ['profile'],
  cutout: ['cutout', 'profile'],
  card: ['card', 'cutout', 'profile'],
  logo: ['logo'],
  background: ['background'],
}

const hiddenValues = { companyName: '', iconBackground: '', iconColor: '', ground: '', contact: '', text: '' }

/** A disabled card shows only the name: no pictures, colors or company. */
async function findPicture(db: Db, { alias, kind, version }: Pick<PictureRequest, 'alias' | 'kind' | 'version'>) {
  const sitter = await findPlaceholderCard(db, alias)
  if (!sitter) throw problem('card-not-found')
  if (sitter.isOff) return { sitter: { ...sitter, ...hiddenValues }, picture: undefined }
  const all = await listPictures(db, sitter.id)
  const suitable = candidates[kind].flatMap((wanted) => all.find((row) => row.kind === wanted) ?? [])
  const named = suitable.find(({ revision }) => revision === version) ?? (await findNotPublished(db, sitter, kind, version))
  return { sitter, picture: named ?? suitable[0] }
}

/** Unpublished pictures are served by revision, a hash of the content that only the uploader knows. */
const findNotPublished = async (db: Db, { id }: PlaceholderCard, kind: PictureKind, version: string) =>
  /^[0-9a-f]{12}$/.test(version) ? findUploaded(db, id, candidates[kind], version) : undefined

type Size = { picture: PictureRow; wanted: RequestedSize; isImmutable: boolean }

/** Answers 304 before reading anything if the client has this size. */
async function respondWithSize(deps: PictureDeps, request: Request, { picture, wanted, isImmutable }: Size): Promise<Response> {
  const cacheControl = isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
  const headers = headersOf(`image/${wanted.format}`, entityTag(sizeKey(picture, wanted)), cacheControl)
  if (matchesIfNoneMatch(request, headers.etag)) return new Response(null, { status: 304, headers })
  return withBody(await resizePicture(deps, picture, wanted), { headers })
}

function respondWithPlaceholder(request: Request, body: Buffer, type: string): Response {
  const headers = headersOf(type, entityTag(body), 'public, max-age=60')
  return matchesIfNoneMatch(request, headers.etag) ? new Response(null, { status: 304, headers }) : withBody(body, { headers })
}

/**
 * Serves a placeholder with status 503 while the picture is unavailable. Browsers show the body anyway; the status keeps proxies and the
 * service worker from caching it.
 */
function respondUnavailable({ log }: PictureDeps, error: unknown, body: Buffer, type: string): Response {
  const isBusy = error instanceof ProblemError && error.problem.status === 503
  if (!isBusy && !isStorageUnavailable(error)) throw error
  logIfMissing(log, error)
  const headers = { ...headersOf(type, entityTag(body), 'no-store'), 'retry-after': '2' }
  return withBody(body, { status: 503, headers })
}

function headersOf(type: string, etag: string, cacheControl: string) {
  return {
    etag,
    'content-type': type,
    'cache-control': cacheControl,
    vary: 'Accept',
    // Other sites embed it for shared cards.
    'cross-origin-resource-policy': 'cross-origin',
  }
}

const withBody = (body: Buffer, init: { status?: number; headers: Record<string, string> }): Response =>
  new Response(new Uint8Array(body), { ...init, headers: { ...init.headers, 'content-length': String(body.length) } })
