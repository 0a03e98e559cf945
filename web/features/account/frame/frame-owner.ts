import type { OwnerPage } from '#contract/pages.ts'
import type { MessageKey } from '#common/messages/message.ts'
import type { PlanLink } from './plan-link.ts'

/** The owner's pages, and the editor of the account host. */
export type FramePage = OwnerPage | 'edit'

/** What the frame shows of who is signed in. */
export type FrameOwner = {
  alias: string
  cardName: string
  name: string
  email: string
  initials: string
  portrait: { src: string } | null
  experiments: string[]
  newContacts: number
}

/** Where the frame leads to beside the owner's own pages. */
export type FrameLinks = { edit: string; dashboard: string; photo: string; logout: string }

/** The plan in words, and the address that changes it. */
export type FramePlan = { label: MessageKey; days: number; link: { kind: PlanLink; href: string } | null }

/** As a badge can say it. */
export const shortCount = (count: number) => (count > 99 ? '99+' : String(count))

/** One's first name, as far as a name says it. */
export const firstNameOf = (name: string) => name.trim().split(/\s+/)[0] ?? ''
