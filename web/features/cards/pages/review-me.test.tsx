import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { defaultReviewSms } from '#contract/cards/drawing.ts'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { anOpenCard, aService, type aCard } from '../../../../tests/samples/a-card.ts'
import { reviewMeView } from './review-me-view.ts'
import { ReviewMe } from './review-me.tsx'

const t = translatorFor('en')
const opened = anOpenCard().settings
const settings = { ...opened, reviewLinkComponents: { google: 7 }, reviewLinkGradeComponentId: 1 }
const google = aService({
  gradeServiceId: 3,
  serviceName: 'Google Business',
  gradeServiceCssClassName: 'google',
  directLink: 'https://g.example/here',
})
const component = (gradeServiceId: number, gradeComponentId: number, currentValue: string) => ({
  gradeServiceId,
  gradeComponentId,
  currentValue,
})

describe('reviewMeView', () => {
  const linkOf = (components: ReturnType<typeof component>[], service = google) =>
    reviewMeView(anOpenCard({}, { services: [service], settings }), t, components, true).rows[0]?.href

  test('RME-1 links to the service’s own component, else to the default one', () => {
    expect(linkOf([component(3, 1, 'https://g.example/other'), component(3, 7, 'https://g.example/write')])).toBe('https://g.example/write')
    const yelp = aService({ gradeServiceId: 20, gradeServiceCssClassName: 'yelp' })
    expect(linkOf([component(20, 1, 'https://yelp.example/write')], yelp)).toBe('https://yelp.example/write')
  })

  test('RME-1 without a component uses the service’s link; without either it is missing', () => {
    expect(linkOf([component(3, 7, ' ')])).toBe('https://g.example/here')
    expect(linkOf([], { ...google, directLink: '' })).toBeNull()
    expect(linkOf([component(3, 7, 'javascript:alert(1)')])).toBeNull()
  })

  test('RME-2 uses the owner’s text or the default, without ampersands in a text message', () => {
    const words = (changes: Parameters<typeof aCard>[0]) => reviewMeView(anOpenCard(changes), t)
    expect(words({}).smsBody).toBe(defaultReviewSms)
    expect(words({ reviewBySmsBody: 'Maren & Tom & you', reviewByEmailBody: 'Maren & Tom' })).toMatchObject({
      smsBody: 'Maren  Tom  you',
      emailBody: 'Maren & Tom',
    })
  })
})

describe('the list of places', () => {
  const drawFor = (isOwner: boolean, ...services: ReturnType<typeof aService>[]) =>
    renderToStaticMarkup(<ReviewMe view={reviewMeView(anOpenCard({}, { services }), t, [], isOwner)} />)
  const draw = drawFor.bind(null, false)

  test('RME-1 marks a missing link, not focusable, for the owner; visitors get the rest', () => {
    const yelp = aService({ gradeServiceId: 9, serviceName: 'Yelp', serviceCapabilities: 4, directLink: '' })
    const html = drawFor(true, yelp)
    expect(html).toContain('No link yet')
    expect(html).not.toMatch(/<a |<button|tabindex/)
    expect(draw(google, yelp)).toContain('Google')
    expect(draw(google, yelp)).not.toContain('Yelp')
    expect(draw(yelp)).toBe('')
  })

  test('RME-1 every other service has a link and a share button', () => {
    const html = draw(google, aService({ gradeServiceId: 9, serviceName: 'Yelp', serviceCapabilities: 4 }))
    expect(html.match(/<a /g)).toHaveLength(2)
    expect(html.match(/aria-label="Share the review link for/g)).toHaveLength(2)
  })
})
