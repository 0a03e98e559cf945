import type { StoredNotification } from '../../platform/notifications.ts'

/** Notices that say every word one looks for, in any case and with or without accents. */
export function searchNotices(notices: readonly StoredNotification[], wanted: string): StoredNotification[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean)
  return notices.filter(({ notification: { title, body } }) => {
    const text = plain(`${title} ${body}`)
    return words.every((word) => text.includes(word))
  })
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
