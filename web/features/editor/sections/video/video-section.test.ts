import { expect, test } from 'vitest'
import { vimeoId } from './video-section.tsx'

test.each([
  ['76979871', '76979871'],
  [' https://vimeo.com/76979871 ', '76979871'],
  ['vimeo.com/76979871/8272103f6e', '76979871'],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', '76979871'],
  ['https://vimeo.com/channels/staffpicks/76979871', '76979871'],
  ['https://example.com/76979871', 'https://example.com/76979871'],
  ['', ''],
])('ACCOUNT-2 %j has the video id %j', (typed, id) => {
  expect(vimeoId(typed)).toBe(id)
})
