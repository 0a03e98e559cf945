import { invitationDaysMax, invitationUsesMax } from '#contract/admin/admin-choices.ts'
import { placeHref } from '../../../features/admin/admin-places.ts'
import { InvitationsPage, type InvitationsView } from '../../../features/admin/lists/invitations-page.tsx'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { adminAction, doneAt, type Act, type Sent } from '../admin-action.ts'
import { adminLoader, behind, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'

export const loader = adminLoader('/invitations', load, {
  done: { invitationRevoked: ({ t }) => ({ text: t('admin.done.invitationRevoked') }) },
})
export const action = adminAction({ add: invite, remove: revoke })
export { meta } from '../admin-page.tsx'
export default adminPage(InvitationsPage)

async function load({ call, from, day, site }: PageRequest): Promise<InvitationsView> {
  const { invitations, next } = await call('admin.invitations', { query: behind(from) })
  return {
    signUp: site.signUp,
    invitations: invitations.map((invitation) => ({ ...invitation, ends: day(invitation.expiresAt) })),
    next,
    isFurther: from !== undefined,
  }
}

/** Returns the link, which can’t be read again. */
async function invite({ call, form, t }: Sent): ReturnType<Act> {
  const whole = (name: string, max: number) => {
    const number = Number(fieldOf(form, name).trim())
    return Number.isInteger(number) && number >= 1 && number <= max ? number : null
  }
  const [maxUses, days] = [whole('maxUses', invitationUsesMax), whole('days', invitationDaysMax)]
  const issue = (max: number) => t('admin.numberWrong', { max })
  if (maxUses === null || days === null)
    return {
      errors: {
        ...(maxUses === null && { maxUses: issue(invitationUsesMax) }),
        ...(days === null && { days: issue(invitationDaysMax) }),
      },
    }
  const { link } = await call('admin.invite', { input: { note: fieldOf(form, 'note'), maxUses, days } })
  return { link }
}

async function revoke({ call, form }: Sent) {
  await call('admin.revokeInvitation', { input: { id: fieldOf(form, 'invitation') } })
  return doneAt(placeHref('/invitations'), 'invitationRevoked')
}
