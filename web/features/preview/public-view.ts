import { blankCard } from '#common/blank-card.ts'
import { readSettings, storedSettings } from '#common/read-settings.ts'
import { visibleCard } from '#common/visible-card.ts'
import { visibleComponents, visibleServices } from '#common/visible-services.ts'
import { publicNames, type PublicName } from '#contract/cards/card-fields.ts'
import type { Card, GradeComponent, GradeService } from '#contract/cards/cards.ts'
import { homepageKeys } from '#contract/cards/drawing.ts'
import type { DraftKey, EditedCard, EditorAnswer } from '#contract/cards/drafts.ts'
import { fullNameUnder } from '#common/text/full-name.ts'

/** What the editor knows about a card besides the edited fields. A new card has no published state. */
export type AboutCard = Pick<EditorAnswer, 'id' | 'key' | 'alias' | 'revision' | 'permissions' | 'serviceKinds'> & {
  published?: Pick<EditedCard, 'firstName' | 'lastName' | 'fullName' | 'pictures' | PictureField>
}

type PictureField = keyof typeof pictureOf

export type PublicView = { card: Card; services: GradeService[]; components: GradeComponent[] }

/** Fields that refer to a picture: by its revision, or by a word. */
const pictureOf = {
  eCardBackgroundImage: { kind: 'background', word: 'background' },
  eCardCompanyLogoImage: { kind: 'logo', word: 'logo' },
  previewBackgroundImage: { kind: 'background', word: null },
  previewCompanyLogo: { kind: 'logo', word: null },
  previewProfileImage: { kind: 'profile', word: null },
} as const
const pictureFields = Object.keys(pictureOf) as PictureField[]

/** What the public endpoints would return after publishing. A test publishes and compares. */
export function publicView(edited: EditedCard, about: AboutCard): PublicView {
  return {
    card: visibleCard(wholeCard(edited, about)),
    services: visibleServices(servicesOf(edited, about), about.permissions),
    components: visibleComponents(componentsOf(edited), about.permissions),
  }
}

function wholeCard(edited: EditedCard, about: AboutCard): Card {
  const { id, key, alias, revision, permissions } = about
  const homepage = edited['settings.homepage']
  const { profile = null, cutout = null, logo = null, background = null, card = null } = edited.pictures
  return {
    ...blankCard(alias),
    id,
    key,
    revision,
    permissions,
    ...publicOf(edited),
    fullName: fullNameOf(edited, about.published),
    // A disabled card is edited as it will look when enabled.
    eCardEnabled: true,
    ...Object.fromEntries(pictureFields.map((field) => [field, pictureNameOf(field, edited, about)])),
    pictures: { profile, cutout, logo, background, card },
    settings: readSettings(
      // The server geocodes the address; the framed card keeps the location while the address is unchanged.
      storedSettings(edited),
      homepageKeys.map((Key, Weight) => ({ Key, Label: '', Value: homepage[Key] ?? true, Weight })),
    ),
  }
}

const publicOf = (edited: EditedCard) =>
  Object.fromEntries(publicNames.flatMap((name) => (name in edited ? [[name, Reflect.get(edited, name)]] : []))) as Pick<
    EditedCard,
    PublicName & DraftKey
  >

function fullNameOf(edited: EditedCard, published: AboutCard['published']): string {
  if (!published) return edited.fullName || [edited.firstName, edited.lastName].filter(Boolean).join(' ')
  const changed = (['firstName', 'lastName', 'fullName'] as const).filter((name) => edited[name] !== published[name])
  return fullNameUnder(published, Object.fromEntries(changed.map((name) => [name, edited[name]]))) ?? edited.fullName
}

/** Updates the name for a new or removed picture, unless the owner changed the name. */
function pictureNameOf(field: PictureField, edited: EditedCard, { published }: AboutCard): string {
  const { kind, word } = pictureOf[field]
  const picture = edited.pictures[kind]
  const isChanged = picture?.revision !== published?.pictures[kind]?.revision
  if (published && (!isChanged || edited[field] !== published[field])) return edited[field]
  return picture ? (word ?? picture.revision) : ''
}

function servicesOf({ services }: EditedCard, { serviceKinds }: AboutCard): GradeService[] {
  return services.flatMap(({ gradeServiceId, directLink, ignoreService }, place) => {
    const kind = serviceKinds.find((one) => one.gradeServiceId === gradeServiceId)
    if (!kind) return []
    // A preview shares nothing, so short links and search parameters stay empty.
    const servers = {
      shortReviewLink: '',
      shortLink: '',
      gradeServiceCssClassName: '',
      gradeServiceFontAwesomeIcon: '',
      gradeServiceSearchUrl: '',
    }
    const { serviceName, capabilities } = kind
    return [{ gradeServiceId, serviceName, directLink, ...servers, serviceCapabilities: capabilities, weight: place, ignoreService }]
  })
}

const reviewLinkComponent = 1

const componentsOf = ({ services }: EditedCard): GradeComponent[] =>
  services.flatMap(({ gradeServiceId, reviewLink }) =>
    reviewLink === '' ? [] : [{ gradeServiceId, gradeComponentId: reviewLinkComponent, currentValue: reviewLink }],
  )
