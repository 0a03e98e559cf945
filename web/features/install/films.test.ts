import { expect, test } from 'vitest'
import { filmsOf } from './films.ts'

test.each([
  ['', null],
  ['https://films.example.com/iphone.mp4?v=2', { src: 'https://films.example.com/iphone.mp4?v=2', isFile: true }],
  ['https://films.example.com/a.webm', { src: 'https://films.example.com/a.webm', isFile: true }],
  ['https://vimeo.example.com/12345', { src: 'https://vimeo.example.com/12345', isFile: false }],
])('INST-1 a film at “%s” plays in the page if it is a file, and is led to otherwise', (installVideoIphone, iphone) => {
  expect(filmsOf({ installVideoIphone, installVideoAndroid: '' })).toEqual({ iphone, android: null })
})
