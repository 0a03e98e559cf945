import { expect, test } from 'vitest'
import { recognizeService } from '#contract/cards/service-hosts.ts'
import { readLinks } from './read-links.ts'

test.each(['https://www.youtube.com/@maren', 'tiktok.com/@maren', 'https://medium.com/@maren/a-post'])('%s is a link', (typed) => {
  const { rows, unread } = readLinks(typed)
  expect(unread).toEqual([])
  expect(rows.map(({ link }) => recognizeService(link))).toEqual([recognizeService(typed.replace(/^(?!https:)/, 'https://'))])
})

test.each(['maren@example.com', 'mailto:maren@example.com', 'https://bank.example@elsewhere.example', 'maren'])('%s is none', (typed) => {
  expect(readLinks(typed)).toEqual({ rows: [], unread: [typed] })
})
