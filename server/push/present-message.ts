import { beginningOf } from '#common/text/beginning-of.ts'
import { addresses } from '#contract/addresses.ts'
import type { PushMessage } from '#contract/push.ts'
import type { PushCard, Topic } from './tables.ts'

export type PushText = { title: string; body: string; path: string; tag: string }

/** Far below the size limit of push services, in any script. */
const charactersMax = { title: 120, body: 500, tag: 200 } as const

/** The payload of a push message. */
export function presentMessage(publicUrl: string, { alias, revision }: PushCard, topic: Topic, text: PushText): PushMessage {
  const [, portrait] = addresses['media.profileIcon'].split(' ')
  return {
    web_push: 8030,
    mutable: true,
    notification: {
      title: shorten(text.title, charactersMax.title),
      body: shorten(text.body, charactersMax.body),
      navigate: publicUrl + text.path,
      tag: text.tag.slice(0, charactersMax.tag),
      icon: `${publicUrl}${portrait?.replace(':alias', alias).replace(':version?', String(revision))}`,
      data: { alias, topic, path: text.path },
    },
  }
}

function shorten(text: string, max: number): string {
  const plain = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return plain.length <= max ? plain : `${beginningOf(plain, max - 1)}…`
}
