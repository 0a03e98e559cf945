import { expect, test } from 'vitest'
import { installVideosOf } from './install-videos.ts'

test.each([
  ['', null],
  ['https://films.example.com/iphone.mp4?v=2', { src: 'https://films.example.com/iphone.mp4?v=2', isFile: true }],
  ['https://films.example.com/a.webm', { src: 'https://films.example.com/a.webm', isFile: true }],
  ['https://vimeo.example.com/12345', { src: 'https://vimeo.example.com/12345', isFile: false }],
])('INST-1 a video file plays in the page, other addresses are linked: “%s”', (installVideoIphone, iphone) => {
  expect(installVideosOf({ installVideoIphone, installVideoAndroid: '' })).toEqual({ iphone, android: null })
})
