import { describe, expect, test } from 'vitest'
import { recognizeService } from './service-hosts.ts'

describe('ACCOUNT-1 a pasted link is recognized by its host', () => {
  test.each([
    ['https://www.instagram.com/marenathome', 6],
    ['instagram.com/marenathome', 6],
    ['HTTPS://M.Facebook.com/marenhollowayhomes', 5],
    ['https://www.facebook.com/profile.php?id=1000', 4],
    ['https://fr.linkedin.com/in/maren', 7],
    ['https://twitter.com/maren', 8],
    ['https://x.com/maren', 8],
    ['https://youtu.be/abc', 9],
    ['https://www.pinterest.co.uk/maren', 10],
    ['https://www.zillow.com/profile/maren', 11],
    ['https://www.realtor.com/realestateagents/maren', 13],
    ['https://vimeo.com/76979871', 17],
    ['https://www.yelp.ca/biz/harbor', 20],
    ['https://wa.me/12075550142', 26],
    ['https://www.bbb.org/us/me/harbor', 33],
    ['https://www.ratemyagent.com.au/real-estate-agent/maren', 34],
    ['https://www.tiktok.com/@maren', 35],
    ['https://maps.google.com/?cid=2075550142', 3],
    ['https://www.google.fr/maps/place/Harbor', 3],
    ['https://maps.app.goo.gl/abc', 3],
    ['https://g.page/harbor', 3],
    ['https://www.google.com/search?q=maren', 1],
  ])('%s is service %i', (link, id) => {
    expect(recognizeService(link)).toBe(id)
  })

  test.each([
    'https://harborpine.example/',
    'https://instagram.com.evil.example/maren',
    'https://notinstagram.com/maren',
    'https://netflix.com/',
    'https://google.evil.example/maps',
    'https://docs.google.com/document/1',
    'javascript:alert(1)//instagram.com',
    'mailto:maren@instagram.com',
    'not a link',
    '',
  ])('%j belongs to no service', (link) => {
    expect(recognizeService(link)).toBeNull()
  })
})
