import { ownerHref } from '#contract/pages.ts'
import type { Notice } from './tables.ts'

/** A general notice as it is pushed and listed. */
export const noticeText = (alias: string, { id, title, body }: Pick<Notice, 'id' | 'title' | 'body'>) => ({
  title,
  body,
  path: ownerHref(alias, 'myNotifications'),
  tag: `notice-${id}`,
})
