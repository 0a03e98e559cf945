import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import type { Storage } from '#server/outside/storage.ts'
import { chooseFormat, derivePicture, type Wanted } from './derive-picture.ts'
import { drawBand, drawCompanyName, drawInitials } from './draw-placeholder.ts'
import { findSitter, picturesOf, type Sitter } from './picture-store.ts'
import type { PictureKind } from './tables.ts'
import { findUploaded } from './upload-store.ts'

export type PictureNeeds = { db: Db; storage: Storage }
export type Asked = { alias: string; kind: PictureKind; version: string; width: number; request: Request }

const svgType = 'image/svg+xml'
const drawn: Record<PictureKind, (sitter: Sitter) => string> = {
  profile: drawInitials,
  cutout: drawInitials,
  card: drawInitials,
  logo: drawCompanyName,
  background: drawBand,
}

/** A picture of a card in the size and format that suits who asks, or what is drawn in its place. */
export async function givePicture(needs: PictureNeeds, { alias, kind, version, width, request }: Asked): Promise<Response> {
  const { sitter, picture } = await findPicture(needs, { alias, kind, version })
  if (!picture) return answer(request, Buffer.from(drawn[kind](sitter)), svgType, { isForEver: false })
  const format = chooseFormat(request.headers.get('accept') ?? '', picture.hasAlpha, width)
  const body = await derivePicture(needs.storage, picture, { width, format })
  return answer(request, body, `image/${format}`, { isForEver: version === picture.revision })
}

/** A picture in one format whatever the browser says, for those that do not negotiate. */
export async function giveFixed(
  needs: PictureNeeds,
  { alias, kind, version, request }: Omit<Asked, 'width'>,
  { wanted, draw }: { wanted: (sitter: Sitter) => Wanted; draw: (sitter: Sitter, wanted: Wanted) => Promise<Buffer> },
): Promise<Response> {
  const { sitter, picture } = await findPicture(needs, { alias, kind, version })
  const want = wanted(sitter)
  const body = picture ? await derivePicture(needs.storage, picture, want) : await draw(sitter, want)
  return answer(request, body, `image/${want.format}`, { isForEver: version === picture?.revision })
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
async function findPicture({ db }: PictureNeeds, { alias, kind, version }: Pick<Asked, 'alias' | 'kind' | 'version'>) {
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

function answer(request: Request, body: Buffer, type: string, { isForEver }: { isForEver: boolean }): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = {
    etag,
    'content-type': type,
    'cache-control': isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
    vary: 'Accept',
    // A drawing is a document of its own when it is opened alone: it may do nothing.
    ...(type === svgType
      ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'" }
      : {}),
    // Shared cards show it on other sites' pages.
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(body), { headers: { ...headers, 'content-length': String(body.length) } })
}
