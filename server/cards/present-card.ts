import type { Card, CardSettings, CustomReview, DisabledCard, HomepageSetting, MenuItem } from '#contract/cards.ts'
import type { HomepageKey } from '#contract/drawing.ts'
import { has, type Permission } from '#contract/permissions.ts'
import { hashReview } from './hash-review.ts'
import { isSamePlace } from './place-policy.ts'
import type { ReadCard } from './read-card.ts'
import type { StoredSettings } from '#contract/stored-settings.ts'
import type { Subject } from './tables.ts'
import { visibleNames } from './visible-names.ts'

const linkType = 2

export function presentDisabled(subject: Subject): DisabledCard {
  const { alias, profile, isDemo } = subject
  return { alias, fullName: visibleNames(subject).fullName, profile, isDemo, isCardDisabled: true, eCardEnabled: false }
}

/**
 * What anybody may read of a card: the one list of fields that leave. What the owner hid, and what the card has no
 * right to show, is empty here, so no page and no client can show it by mistake.
 */
export function presentCard(
  { subject, version, permissions, pictures }: ReadCard,
  defaults: readonly HomepageSetting[],
  /** What a contact is labelled where the owner chose nothing; told to the owner alone. */
  usualLabel: string | null = null,
): Card {
  const may = (right: Permission) => has(permissions, right)
  const homepageSettings = homepageOf(subject.settings, defaults)
  const shows = (key: HomepageKey) => homepageSettings.find(({ Key }) => Key === key)?.Value ?? true
  const contact = may('Contact')
  const video = may('VideoBackgrounds')
  const reviews = may('Reviews')
  const down = new Set(subject.reviewsTakenDown)
  const isUp = (review: CustomReview) => down.size === 0 || !down.has(hashReview(review))

  return {
    id: subject.id,
    key: subject.key,
    alias: subject.alias,
    revision: subject.revision,
    stringVersion: version,
    ...visibleNames(subject, shows),
    bio: may('About') ? subject.bio : '',
    companyAddress: contact ? subject.companyAddress : '',
    companyCity: contact ? subject.companyCity : '',
    companyState: contact ? subject.companyState : '',
    companyZip: contact ? subject.companyZip : '',
    companyCountry: contact ? subject.companyCountry : '',
    phoneNumber: shows('ShowMobilePhone') ? subject.phoneNumber : '',
    telPhoneNumber: shows('ShowMobilePhone') ? subject.telPhoneNumber : '',
    officePhoneNumber: shows('ShowOfficePhone') ? subject.officePhoneNumber : '',
    directPhoneNumber: shows('ShowDirectPhone') ? subject.directPhoneNumber : '',
    emailAddress: shows('ShowEmailAddress') ? subject.emailAddress : '',
    profile: subject.profile,
    permissions,
    experiments: subject.experiments,
    eCardEnabled: subject.eCardEnabled,
    isCardDisabled: subject.isCardDisabled,
    eCardTheme: subject.eCardTheme,
    eCardBackgroundColor: subject.eCardBackgroundColor,
    eCardContactBackground: subject.eCardContactBackground,
    eCardContactColor: subject.eCardContactColor,
    eCardTextColor: subject.eCardTextColor,
    eCardIconBackground: subject.eCardIconBackground,
    eCardIconColor: subject.eCardIconColor,
    eCardHeaderIconColor: subject.eCardHeaderIconColor,
    eCardBackgroundImage: subject.eCardBackgroundImage,
    eCardCompanyLogoImage: subject.eCardCompanyLogoImage,
    previewBackgroundImage: subject.previewBackgroundImage,
    previewCompanyLogo: subject.previewCompanyLogo,
    previewProfileImage: subject.previewProfileImage,
    pictures,
    menus: menusOf(subject.menus, may('CustomMenus')),
    reviews: reviews && may('CustomReviews') ? subject.reviews.filter((review) => review.show && isUp(review)) : [],
    settings: settingsOf(subject.settings, homepageSettings, {
      place: contact && isSamePlace(subject),
      trigger: may('ActionTrigger'),
      usualLabel,
    }),
    shareByEmailBody: subject.shareByEmailBody,
    shareBySmsBody: subject.shareBySmsBody,
    reviewByEmailBody: subject.reviewByEmailBody,
    reviewBySmsBody: subject.reviewBySmsBody,
    digitalBusinessCardMetaDescription: subject.digitalBusinessCardMetaDescription,
    digitalBusinessCardMetaKeywords: subject.digitalBusinessCardMetaKeywords,
    isDemo: subject.isDemo,
    isListed: subject.isListed,
    zillowWebServicesId: reviews && subject.showZillowReviews ? subject.zillowWebServicesId : '',
    eCardGoogleAnalyticsUID: subject.eCardGoogleAnalyticsUID,
    eCardFacebookPixelId: subject.eCardFacebookPixelId,
    gradeServiceTemplateId: subject.gradeServiceTemplateId,
    hideProfileImageOnHomepage: subject.hideProfileImageOnHomepage,
    hideProfileOnHomepage: subject.hideProfileOnHomepage,
    showVideoOnHomepage: video && subject.showVideoOnHomepage,
    videoUrl: video && subject.showVideoOnHomepage ? subject.videoUrl : '',
    videoPosterUrl: video && subject.showVideoOnHomepage ? subject.videoPosterUrl : '',
    showVimeoVideoOnHomepage: video && subject.showVimeoVideoOnHomepage,
    vimeoVideoId: video && subject.showVimeoVideoOnHomepage ? subject.vimeoVideoId : '',
    showVideoOnDesktopHomepage: video && subject.showVideoOnDesktopHomepage,
    desktopVideoUrl: video && subject.showVideoOnDesktopHomepage ? subject.desktopVideoUrl : '',
    desktopVideoPosterUrl: video && subject.showVideoOnDesktopHomepage ? subject.desktopVideoPosterUrl : '',
    showVimeoVideoOnDesktopHomepage: video && subject.showVimeoVideoOnDesktopHomepage,
    desktopVimeoVideoId: video && subject.showVimeoVideoOnDesktopHomepage ? subject.desktopVimeoVideoId : '',
    showCustomReviews: reviews && subject.showCustomReviews,
    showZillowReviews: reviews && subject.showZillowReviews,
    showRealtorReviews: reviews && subject.showRealtorReviews,
    showHomesReviews: reviews && subject.showHomesReviews,
    showFacebookReviews: reviews && subject.showFacebookReviews,
    showGoogleReviews: reviews && subject.showGoogleReviews,
    showBBBReviews: reviews && subject.showBBBReviews,
    showRateMyAgentReviews: reviews && subject.showRateMyAgentReviews,
    show55PlacesReviews: reviews && subject.show55PlacesReviews,
    showExperienceManagementPlatformReviews: reviews && subject.showExperienceManagementPlatformReviews,
  }
}

/** Without the right, a link's name stays (the page says 'not available') and where it leads does not leave. */
function menusOf(menus: readonly MenuItem[], mayLink: boolean): MenuItem[] {
  return menus.map((item) => {
    // That an entry of ours is hidden must be known; what the owner wrote on a hidden one must not.
    if (!item.show) return { ...item, label: '', route: '', cssClass: '', seoTitle: '', seoDescription: '', seoKeywords: '' }
    return item.type === linkType && !mayLink ? { ...item, route: '' } : item
  })
}

function homepageOf({ homepage = {} }: StoredSettings, defaults: readonly HomepageSetting[]): HomepageSetting[] {
  return defaults.map((setting) => ({ ...setting, Value: homepage[setting.Key] ?? setting.Value }))
}

function settingsOf(
  stored: StoredSettings,
  homepageSettings: HomepageSetting[],
  may: { place: boolean; trigger: boolean; usualLabel: string | null },
): CardSettings {
  return {
    homepageSettings,
    connectClientsSetting: {
      enabled: true,
      desktopEnabled: true,
      timeout: 3,
      ...stored.connectClientsSetting,
      applyTags: may.usualLabel === null ? '' : (stored.connectClientsSetting?.applyTags ?? may.usualLabel),
    },
    iconPack: stored.iconPack ?? 'default',
    licenseNumber: stored.licenseNumber?.show ? stored.licenseNumber : { show: false, number: '' },
    tagLine: stored.tagLine?.show ? stored.tagLine : { show: false, text: '' },
    skipLoginPrompt: stored.skipLoginPrompt ?? false,
    '{product}MobileLayoutAlign': stored.mobileLayoutAlign ?? 'center',
    '{product}MobileFontSize': stored.mobileFontSize ?? 'md',
    triggerAction: may.trigger ? (stored.triggerAction ?? null) : null,
    QRCode: stored.QRCode ?? { hide: false },
    location: may.place ? (stored.location ?? null) : null,
  }
}
