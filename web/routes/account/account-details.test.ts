import { RouterContextProvider, type ActionFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { loadMessages } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/router-context.ts'
import { action } from './account-details.tsx'

await loadMessages('fr-FR')

/** Posts the form in French; the server refuses it with these issues. */
function postInFrench(form: Record<string, string>, issues: object[]) {
  const context = new RouterContextProvider()
  const refused = { problem: { type: '/problems/input-invalid', status: 422, title: 'Correct the errors!', issues } }
  context.set(apiContext, { call: () => Promise.reject(refused) } as unknown as Api)
  const request = new Request('https://carte.example/account/details', {
    method: 'POST',
    headers: { 'accept-language': 'fr-FR' },
    body: new URLSearchParams(form),
  })
  return action({ params: {}, request, context } as unknown as ActionFunctionArgs)
}

test('a wrong current password is described in the reader’s language', async () => {
  const refused = await postInFrench({ part: 'password', current: 'Guess-1', password: 'Maple-canoe-47' }, [
    fieldIssue('current', 'passwordWrong'),
  ])
  expect(refused.data.result?.issues).toEqual({ current: 'Ce n’est pas votre mot de passe actuel.' })
})
