import { data } from 'react-router'
import { fieldOf, formWithErrors, submitForm } from '../../loaders/submit-form.ts'

type RequestedEmail = { email: string; name: string }

/** The forms that request an email. Once it is sent they can send it again, or go back to the address. */
export async function requestEmail(request: Request, form: FormData, send: (typed: RequestedEmail) => Promise<unknown>) {
  const typed = { email: fieldOf(form, 'email'), name: fieldOf(form, 'name') }
  const sent = fieldOf(form, 'sent')
  if (sent === 'wrong') return { failure: null, typed, isSent: false, isAgain: false }
  const isAgain = sent === 'again'
  const { failure } = await submitForm(request, () => send(typed))
  if (!failure) return { failure, typed, isSent: true, isAgain }
  return isAgain ? data({ failure, typed, isSent: true, isAgain }, { status: failure.status }) : formWithErrors(failure, typed)
}
