import type { Card, CardSettings, GradeComponent, GradeService, MenuItem } from '#contract/cards.ts'
import { homepageKeys } from '#contract/drawing.ts'
import type { EditedCard, EditorAnswer } from '#contract/drafts.ts'
import { fullNameUnder } from '#contract/full-name.ts'
import { has, type Permission } from '#contract/permissions.ts'
import { servicesShown } from './services-shown.ts'

/** What an editor knows of a card besides what is edited. A card that is being made has no published state. */
export type AboutCard = Pick<EditorAnswer, 'id' | 'key' | 'alias' | 'revision' | 'permissions' | 'serviceKinds'> & {
  published?: Pick<EditedCard, 'firstName' | 'lastName' | 'fullName' | 'pictures' | PictureField>
}

type PictureField = keyof typeof pictureOf

export type Shown = { card: Card; services: GradeService[]; components: GradeComponent[] }

const linkType = 2

/** Fields that name a picture of the card: by its revision, or by a word. */
const pictureOf = {
  eCardBackgroundImage: { kind: 'background', word: 'background' },
  eCardCompanyLogoImage: { kind: 'logo', word: 'logo' },
  previewBackgroundImage: { kind: 'background', word: null },
  previewCompanyLogo: { kind: 'logo', word: null },
  previewProfileImage: { kind: 'profile', word: null },
} as const

/**
 * What the public calls would answer once this were published: what is hidden, and what the plan does not show, is left
 * out as server/cards/present-card.ts leaves it out. A test publishes and compares, so that the preview does not lie.
 */
export function asShown(edited: EditedCard, about: AboutCard): Shown {
  const may = (right: Permission) => has(about.permissions, right)
  return { card: cardShown(edited, about, may), ...servicesShown(edited.services, about, may) }
}

function cardShown(edited: EditedCard, about: AboutCard, may: (right: Permission) => boolean): Card {
  const { id, key, alias, revision, permissions } = about
  const homepage = edited['settings.homepage'] ?? {}
  const shows = (name: (typeof homepageKeys)[number]) => homepage[name] ?? true
  const contact = may('Contact')
  const video = may('VideoBackgrounds')
  const reviews = may('Reviews')
  const phoneFilm = video && edited.showVideoOnHomepage
  const phoneVimeo = video && edited.showVimeoVideoOnHomepage
  const deskFilm = video && edited.showVideoOnDesktopHomepage
  const deskVimeo = video && edited.showVimeoVideoOnDesktopHomepage
  const { profile = null, cutout = null, logo = null, background = null, card = null } = edited.pictures

  return {
    id,
    key,
    alias,
    revision,
    stringVersion: '',
    firstName: shows('ShowName') ? edited.firstName : '',
    lastName: shows('ShowName') ? edited.lastName : '',
    fullName: shows('ShowName') ? fullNameOf(edited, about.published) : '',
    title: shows('ShowTitle') ? edited.title : '',
    bio: may('About') ? edited.bio : '',
    companyName: shows('ShowCompanyName') ? edited.companyName : '',
    companyAddress: contact ? edited.companyAddress : '',
    companyCity: contact ? edited.companyCity : '',
    companyState: contact ? edited.companyState : '',
    companyZip: contact ? edited.companyZip : '',
    companyCountry: contact ? edited.companyCountry : '',
    phoneNumber: shows('ShowMobilePhone') ? edited.phoneNumber : '',
    telPhoneNumber: shows('ShowMobilePhone') ? edited.telPhoneNumber : '',
    officePhoneNumber: shows('ShowOfficePhone') ? edited.officePhoneNumber : '',
    directPhoneNumber: shows('ShowDirectPhone') ? edited.directPhoneNumber : '',
    emailAddress: shows('ShowEmailAddress') ? edited.emailAddress : '',
    profile: edited.profile,
    permissions,
    experiments: edited.experiments,
    // A card that is off is edited as it will be when it is on.
    eCardEnabled: true,
    isCardDisabled: false,
    eCardTheme: edited.eCardTheme,
    eCardBackgroundColor: edited.eCardBackgroundColor,
    eCardContactBackground: edited.eCardContactBackground,
    eCardContactColor: edited.eCardContactColor,
    eCardTextColor: edited.eCardTextColor,
    eCardIconBackground: edited.eCardIconBackground,
    eCardIconColor: edited.eCardIconColor,
    eCardHeaderIconColor: edited.eCardHeaderIconColor,
    eCardBackgroundImage: pictureNamed('eCardBackgroundImage', edited, about),
    eCardCompanyLogoImage: pictureNamed('eCardCompanyLogoImage', edited, about),
    previewBackgroundImage: pictureNamed('previewBackgroundImage', edited, about),
    previewCompanyLogo: pictureNamed('previewCompanyLogo', edited, about),
    previewProfileImage: pictureNamed('previewProfileImage', edited, about),
    pictures: { profile, cutout, logo, background, card },
    menus: menusShown(edited.menus, may('CustomMenus')),
    reviews: reviews && may('CustomReviews') ? edited.reviews.filter(({ show }) => show) : [],
    settings: settingsShown(edited, may('ActionTrigger')),
    shareByEmailBody: edited.shareByEmailBody,
    shareBySmsBody: edited.shareBySmsBody,
    reviewByEmailBody: edited.reviewByEmailBody,
    reviewBySmsBody: edited.reviewBySmsBody,
    digitalBusinessCardMetaDescription: edited.digitalBusinessCardMetaDescription,
    digitalBusinessCardMetaKeywords: edited.digitalBusinessCardMetaKeywords,
    isDemo: false,
    isListed: edited.isListed,
    zillowWebServicesId: reviews && edited.showZillowReviews ? edited.zillowWebServicesId : '',
    eCardGoogleAnalyticsUID: edited.eCardGoogleAnalyticsUID,
    eCardFacebookPixelId: edited.eCardFacebookPixelId,
    gradeServiceTemplateId: edited.gradeServiceTemplateId,
    hideProfileImageOnHomepage: edited.hideProfileImageOnHomepage,
    hideProfileOnHomepage: edited.hideProfileOnHomepage,
    showVideoOnHomepage: phoneFilm,
    videoUrl: phoneFilm ? edited.videoUrl : '',
    videoPosterUrl: phoneFilm ? edited.videoPosterUrl : '',
    showVimeoVideoOnHomepage: phoneVimeo,
    vimeoVideoId: phoneVimeo ? edited.vimeoVideoId : '',
    showVideoOnDesktopHomepage: deskFilm,
    desktopVideoUrl: deskFilm ? edited.desktopVideoUrl : '',
    desktopVideoPosterUrl: deskFilm ? edited.desktopVideoPosterUrl : '',
    showVimeoVideoOnDesktopHomepage: deskVimeo,
    desktopVimeoVideoId: deskVimeo ? edited.desktopVimeoVideoId : '',
    showCustomReviews: reviews && edited.showCustomReviews,
    showZillowReviews: reviews && edited.showZillowReviews,
    showRealtorReviews: reviews && edited.showRealtorReviews,
    showHomesReviews: reviews && edited.showHomesReviews,
    showFacebookReviews: reviews && edited.showFacebookReviews,
    showGoogleReviews: reviews && edited.showGoogleReviews,
    showBBBReviews: reviews && edited.showBBBReviews,
    showRateMyAgentReviews: reviews && edited.showRateMyAgentReviews,
    show55PlacesReviews: reviews && edited.show55PlacesReviews,
    showExperienceManagementPlatformReviews: reviews && edited.showExperienceManagementPlatformReviews,
  }
}

function fullNameOf(edited: EditedCard, published: AboutCard['published']): string {
  if (!published) return edited.fullName || [edited.firstName, edited.lastName].filter(Boolean).join(' ')
  const changed = (['firstName', 'lastName', 'fullName'] as const).filter((name) => edited[name] !== published[name])
  return fullNameUnder(published, Object.fromEntries(changed.map((name) => [name, edited[name]]))) ?? edited.fullName
}

/** A picture that is new or gone is named so, unless the name was changed on purpose. */
function pictureNamed(field: PictureField, edited: EditedCard, { published }: AboutCard): string {
  const { kind, word } = pictureOf[field]
  const picture = edited.pictures[kind]
  const isChanged = picture?.revision !== published?.pictures[kind]?.revision
  if (published && (!isChanged || edited[field] !== published[field])) return edited[field]
  return picture ? (word ?? picture.revision) : ''
}

function menusShown(menus: readonly MenuItem[], mayLink: boolean): MenuItem[] {
  return menus.map((item) => {
    if (!item.show) return { ...item, label: '', route: '', cssClass: '', seoTitle: '', seoDescription: '', seoKeywords: '' }
    return item.type === linkType && !mayLink ? { ...item, route: '' } : item
  })
}

function settingsShown(edited: EditedCard, mayTrigger: boolean): CardSettings {
  const homepage = edited['settings.homepage'] ?? {}
  const license = edited['settings.licenseNumber']
  const tagLine = edited['settings.tagLine']
  return {
    homepageSettings: homepageKeys.map((Key, Weight) => ({ Key, Label: '', Value: homepage[Key] ?? true, Weight })),
    connectClientsSetting: { enabled: true, desktopEnabled: true, timeout: 3, ...edited['settings.connectClientsSetting'], applyTags: '' },
    iconPack: edited['settings.iconPack'],
    licenseNumber: license.show ? license : { show: false, number: '' },
    tagLine: tagLine.show ? tagLine : { show: false, text: '' },
    skipLoginPrompt: edited['settings.skipLoginPrompt'],
    '{product}MobileLayoutAlign': edited['settings.mobileLayoutAlign'],
    '{product}MobileFontSize': edited['settings.mobileFontSize'],
    triggerAction: mayTrigger ? edited['settings.triggerAction'] : null,
    QRCode: edited['settings.QRCode'],
    // Found by the server, and kept by the card in the frame while the address stays.
    location: null,
  }
}
