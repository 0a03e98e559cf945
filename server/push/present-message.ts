import { beginningOf } from '#contract/text/beginning-of.ts'
import { addresses } from '#contract/addresses.ts'
import type { PushMessage } from '#contract/push.ts'
import type { PushCard, Topic } from './tables.ts'

export type PushWords = { title: string; body: string; path: string; tag: string }

/** Far below what push services take, whatever letters it is written in. */
const lettersMax = { title: 120, body: 500, tag: 200 } as const

/** What a device is shown. */
export function presentMessage(publicUrl: string, { alias, revision }: PushCard, topic: Topic, words: PushWords): PushMessage {
  const [, portrait] = addresses['media.profileIcon'].split(' ')
  return {
    web_push: 8030,
    mutable: true,
    notification: {
      title: shorten(words.title, lettersMax.title),
      body: shorten(words.body, lettersMax.body),
      navigate: publicUrl + words.path,
      tag: words.tag.slice(0, lettersMax.tag),
      icon: `${publicUrl}${portrait?.replace(':alias', alias).replace(':version?', String(revision))}`,
      data: { alias, topic, path: words.path },
    },
  }
}

function shorten(text: string, lettersMost: number): string {
  const plain = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return plain.length <= lettersMost ? plain : `${beginningOf(plain, lettersMost - 1)}…`
}
