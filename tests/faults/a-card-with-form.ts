import { aCard } from '../factories/cards.ts'
import { anEntry } from '../factories/contacts.ts'
import type { TestApp } from '../harness/app.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { signedIn } from '../harness/signed-in.ts'

const reCaptchaAction = 'carte/connect_client'

/** A card with its owner, and actions of a visitor and the owner. */
export async function aCardWithForm(app: TestApp) {
  const { call } = app
  const { id, alias } = await aCard(app.deps)
  const owner = await signedIn(app, id)
  const proof = async () => ({
    reCaptchaResponse: await solveCaptcha(await call('contacts.challenge', { query: { alias, action: reCaptchaAction } })),
    reCaptchaAction,
  })
  const search = { params: { page: 1, pageSize: 100, tag: 'none' }, input: { SearchFor: '' } }
  return {
    id,
    alias,
    owner,
    proof,
    show: () => app.ask(`/remote/api/public/e-card-by-alias/${alias}`),
    submitContact: async (proved?: Awaited<ReturnType<typeof proof>>, name = 'Tobias') =>
      app.ask('/remote/api/public/connect-client', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(anEntry({ alias, name, ...(proved ?? (await proof())) })),
      }),
    left: async () => (await owner.call('contacts.search', search)).results.map(({ name }) => name),
  }
}
