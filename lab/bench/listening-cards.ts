import type { App } from '#server/app.ts'
import { sealSecret } from '#server/database/seal-secret.ts'
import { newSecret } from '#server/connections/sign-body.ts'
import { connections } from '#server/connections/tables.ts'
import { writeEvents } from '#server/connections/write-event.ts'
import { newId } from '#server/database/new-id.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { aCard } from '../../tests/factories/cards.ts'

export const contact = {
  id: newId(0),
  fullName: 'Tobias Wren',
  source: 'form',
  emailAddress: 'tobias.wren@example.com',
  notes: '',
} as const

/** A card with a connection to each of these addresses. */
export async function aListeningCard({ deps }: App, urls: readonly string[]): Promise<{ id: string; alias: string }> {
  const { db, clock } = deps
  const card = await aCard(deps)
  const now = clock.now()
  for (const url of urls) {
    const id = newId(now.getTime())
    const secret = newSecret()
    const sealed = { secret: await sealSecret(db, secret, id, now), secretAt: now, secretEnd: secret.slice(-4) }
    const choices = { preset: 'own', name: 'CRM', url, types: ['contact.created'], isFull: true } as const
    await db.insert(connections).values({ subjectId: card.id, id, createdAt: now, ...choices, types: [...choices.types], ...sealed })
  }
  return card
}

/** As if a visitor left their details. Returns its id. */
export async function writeEvent({ db, jobs, clock }: App['deps'], subjectId: string): Promise<string> {
  const now = clock.now()
  let id = ''
  const noting: Pick<Jobs, 'enqueueAll'> = {
    async enqueueAll(tx, name, all, options) {
      id = options?.[0]?.key ?? ''
      await jobs.enqueueAll(tx, name, all, options)
    },
  }
  await db.transaction((tx) => writeEvents(tx, noting, { subjectId, events: [{ type: 'contact.created', data: { contact } }], now }))
  return id
}
