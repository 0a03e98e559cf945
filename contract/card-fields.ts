import { z } from 'zod'
import { Card, CustomReview, MenuItem } from './cards.ts'
import { permissions, type Permission } from './permissions.ts'
import { StoredSettings } from './stored-settings.ts'

const rights = z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])).max(30)
const line = z.string().trim().max(200)
const prose = z.string().max(4000)
const secureLink = z.union([z.literal(''), z.url({ protocol: /^https$/, error: 'The link must start with https://' }).max(2000)])
const colour = z.union([z.literal(''), z.string().regex(/^(#?[0-9a-f]{3,8}|rgba?\([\d\s,./%]+\))$/i, 'Enter a color such as #1f533f.')])
const { profile, gradeServiceTemplateId, experiments, showCustomReviews: flag } = Card.shape

/** Every field of a card that somebody may change, and what it may hold. */
export const CardFields = z
  .strictObject({
    firstName: line,
    lastName: line,
    fullName: line,
    title: line,
    bio: z.string().max(20_000),
    companyName: line,
    companyAddress: line,
    companyCity: line,
    companyState: line,
    companyZip: line,
    companyCountry: line,
    emailAddress: z.union([z.literal(''), z.email()]),
    phoneNumber: line,
    telPhoneNumber: line,
    officePhoneNumber: line,
    directPhoneNumber: line,
    profile,
    grantedRights: rights,
    revokedRights: rights,
    experiments,
    tags: line,
    eCardEnabled: flag,
    isCardDisabled: flag,
    eCardTheme: line,
    eCardBackgroundColor: colour,
    eCardContactBackground: colour,
    eCardContactColor: colour,
    eCardTextColor: colour,
    eCardIconBackground: colour,
    eCardIconColor: colour,
    eCardHeaderIconColor: colour,
    eCardBackgroundImage: line,
    eCardCompanyLogoImage: line,
    previewBackgroundImage: line,
    previewCompanyLogo: line,
    previewProfileImage: line,
    menus: z.array(MenuItem).max(60),
    reviews: z.array(CustomReview).max(200),
    settings: StoredSettings,
    applicationSettings: z.record(z.string(), z.json()),
    shareByEmailBody: prose,
    shareBySmsBody: prose,
    reviewByEmailBody: prose,
    reviewBySmsBody: prose,
    digitalBusinessCardMetaDescription: z.string().max(400),
    digitalBusinessCardMetaKeywords: z.string().max(400),
    isListed: flag,
    zillowWebServicesId: line,
    eCardGoogleAnalyticsUID: z.union([z.literal(''), z.string().regex(/^(G|UA|GTM)-[A-Z0-9-]{4,20}$/)]),
    eCardFacebookPixelId: z.union([z.literal(''), z.string().regex(/^\d{6,20}$/)]),
    gradeServiceTemplateId,
    hideProfileImageOnHomepage: flag,
    hideProfileOnHomepage: flag,
    showVideoOnHomepage: flag,
    videoUrl: secureLink,
    videoPosterUrl: secureLink,
    showVimeoVideoOnHomepage: flag,
    vimeoVideoId: z.union([z.literal(''), z.string().regex(/^\d{4,14}$/)]),
    showVideoOnDesktopHomepage: flag,
    desktopVideoUrl: secureLink,
    desktopVideoPosterUrl: secureLink,
    showVimeoVideoOnDesktopHomepage: flag,
    desktopVimeoVideoId: z.union([z.literal(''), z.string().regex(/^\d{4,14}$/)]),
    showCustomReviews: flag,
    showZillowReviews: flag,
    showRealtorReviews: flag,
    showHomesReviews: flag,
    showFacebookReviews: flag,
    showGoogleReviews: flag,
    showBBBReviews: flag,
    showRateMyAgentReviews: flag,
    show55PlacesReviews: flag,
    showExperienceManagementPlatformReviews: flag,
  })
  .partial()

export type CardFields = z.output<typeof CardFields>
