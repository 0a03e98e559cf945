import { blankEdited } from '#common/blank-card.ts'
import { draftNames, fieldOf, initialOf } from '#contract/cards/card-fields.ts'
import type { CustomReview, MenuItem } from '#contract/cards/cards.ts'
import type { EditedCard } from '#contract/cards/drafts.ts'

export const aMenuItem = (options: Partial<MenuItem> = {}): MenuItem => ({
  key: 'open-houses',
  version: 3,
  type: 2,
  show: true,
  route: 'https://harborpine.example/open-houses',
  cssClass: 'calendar',
  label: 'Open houses',
  weight: 110,
  seoTitle: 'Open houses',
  seoDescription: 'Three this weekend',
  seoKeywords: 'open, house',
  editable: true,
  ...options,
})

export const aReview = (options: Partial<CustomReview> = {}): CustomReview => ({
  key: 'solberg',
  source: 'Shared with me',
  stars: 4.5,
  date: '2025-05-21',
  title: 'She knew which windows stick',
  review: 'She explained what to fix first.\n\nAnd what to leave alone.',
  reviewer: 'Ingrid & Paul Solberg',
  show: false,
  weight: 10,
  ...options,
})

/** For each plain kind of field a value that no new card has. */
const plain = Object.fromEntries(
  draftNames.flatMap((name) => {
    const { kind } = fieldOf[name]
    const value = { line: `A ${name}`, prose: `A ${name}.`, color: '#1f533f', flag: !initialOf(name) }[kind as string]
    return value === undefined ? [] : [[name, value]]
  }),
)

/** For each editable field a valid value that no new card has. */
export const oneOfEach: Omit<EditedCard, 'pictures'> = {
  ...blankEdited(),
  ...plain,
  firstName: 'Zoë',
  lastName: 'O’Hara',
  fullName: 'Zoë O’Hara; Jr',
  title: 'Broker, Associate',
  bio: 'First paragraph.\n\nSecond <b>paragraph</b>.',
  companyName: 'Harbor & Pine',
  emailAddress: 'zoe@example.com',
  phoneNumber: '(207) 555-0142',
  telPhoneNumber: '+12075550142',
  officePhoneNumber: '(207) 555-0118',
  directPhoneNumber: '(207) 555-0167',
  profile: 2,
  experiments: [{ name: 'EnableTranslations', enabled: true }],
  eCardTheme: 'elliman',
  menus: [aMenuItem(), aMenuItem({ key: 'about', type: 1, route: 'about', label: 'Who we are' })],
  reviews: [aReview()],
  eCardGoogleAnalyticsUID: 'G-AB12CD34EF',
  eCardFacebookPixelId: '1234567890',
  gradeServiceTemplateId: 6,
  videoUrl: 'https://films.example/a.mp4',
  videoPosterUrl: 'https://films.example/a.jpg',
  vimeoVideoId: '76979871',
  desktopVideoUrl: 'https://films.example/b.mp4',
  desktopVideoPosterUrl: 'https://films.example/b.jpg',
  desktopVimeoVideoId: '76979872',
  'settings.homepage': {
    ShowName: true,
    ShowTitle: false,
    ShowCompanyName: true,
    ShowMobilePhone: false,
    ShowOfficePhone: true,
    ShowDirectPhone: false,
    ShowEmailAddress: true,
  },
  'settings.connectClientsSetting': { enabled: false, desktopEnabled: false, timeout: 8, applyTags: 'Spring,Open house' },
  'settings.iconPack': 'outline',
  'settings.licenseNumber': { show: true, number: 'Lic. BA-918204' },
  'settings.tagLine': { show: false, text: 'Kept though it is hidden' },
  'settings.mobileLayoutAlign': 'left',
  'settings.mobileFontSize': 'lg',
  'settings.triggerAction': { key: 'book', route: 'https://harborpine.example/book', text: 'Book a visit', type: 2 },
  'settings.QRCode': { hide: true },
  language: 'fr-CA',
  services: [
    { gradeServiceId: 7, directLink: 'https://www.linkedin.com/in/zoe', reviewLink: '', ignoreService: true },
    {
      gradeServiceId: 20,
      directLink: 'https://www.yelp.com/biz/zoe',
      reviewLink: 'https://www.yelp.com/writeareview/biz/zoe',
      ignoreService: false,
    },
    { gradeServiceId: 6, directLink: '', reviewLink: '', ignoreService: false },
  ],
  versions: [{ name: 'Spring', overrides: { title: 'At the spring fair', menus: [aMenuItem({ label: 'The fair' })] } }],
}
