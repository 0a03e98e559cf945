import { previewPx } from '#contract/constants.ts'
import { previewVersion } from '#contract/preview-version.ts'
import { has } from '#contract/permissions.ts'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import { drawInitials } from '#server/media/draw-placeholder.ts'
import { makePixels } from '#server/media/make-pixels.ts'
import { readFace } from '#server/media/read-face.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Storage } from '#server/outside/storage.ts'
import { drawPreview, type Previewed } from './draw-preview.ts'
import { isSwitchedOff, readCard, type ReadCard } from './read-card.ts'

type Needs = { db: Db; clock: Clock; storage: Storage; settings: { publicUrl: string } }

/** The picture a link to the card is shown with. Its address carries the card's revision, because chats keep pictures for days. */
export async function givePreview(needs: Needs, alias: string, version: string): Promise<Response> {
  const card = await readCard(needs, alias)
  if (isSwitchedOff(card.subject) || !has(card.permissions, 'Home')) throw problem('card-not-found')
  const face = card.subject.hideProfileImageOnHomepage ? null : await readFace(needs, card.subject.id)
  const picture = await makePixels(drawPreview(previewed(card, face, needs.settings.publicUrl)), 'jpeg', previewPx.width)
  const isForEver = version === previewVersion({ revision: card.subject.revision, pictures: card.pictures })
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

function previewed({ subject }: ReadCard, face: Buffer | null, publicUrl: string): Previewed {
  const shows = subject.settings.homepage ?? {}
  const sitter = {
    ...subject,
    iconBackground: subject.eCardIconBackground,
    iconColor: subject.eCardIconColor,
    ground: '',
    contact: '',
    text: '',
    isOff: false,
  }
  return {
    name: subject.fullName,
    title: shows.ShowTitle === false ? '' : subject.title,
    company: shows.ShowCompanyName === false ? '' : subject.companyName,
    address: `${publicUrl.replace(/^https?:\/\//, '')}/${subject.alias}`,
    ground: subject.eCardBackgroundColor,
    text: subject.eCardTextColor,
    accent: subject.eCardContactBackground,
    portrait: face ? { type: 'image/jpeg', bytes: face } : { type: 'image/svg+xml', bytes: Buffer.from(drawInitials(sitter, 400)) },
  }
}
