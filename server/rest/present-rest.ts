import { z } from 'zod'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { WebhookBody, type Connection } from '#contract/connections.ts'
import { OwnerNote, type ConnectedClient } from '#contract/contacts.ts'
import type { ApiContact, ApiEvent, ApiWebhook } from '#contract/rest.ts'

const Notes = z.array(OwnerNote)

export function presentContact({ tags, ownerNotes, ...contact }: ConnectedClient): ApiContact {
  const notes = Notes.parse(JSON.parse(ownerNotes))
  return {
    ...contact,
    // A label contains no comma.
    tags: tags === '' ? [] : tags.split(','),
    ownerNotes: notes.map(({ Created, Note }) => ({ createdAt: Created, text: Note })),
  }
}

export function presentCard({ id, alias, fullName, isDisabled, published, draft }: EditorAnswer) {
  return { id, alias, fullName, isDisabled, published, draft }
}

export const presentEvent = ({ id, body }: { id: string; body: string }): ApiEvent => ({ id, ...WebhookBody.parse(JSON.parse(body)) })

export function presentWebhook(connection: Connection): ApiWebhook {
  const { id, preset, name, url, types, isFull, isOn, offReason, failingSince, createdAt } = connection
  return { id, preset, name, url, types, isFull, isOn, offReason, failingSince, createdAt }
}
