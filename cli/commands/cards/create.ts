import { z } from 'zod'
import { layouts } from '#common/layouts.ts'
import { cardHref } from '#contract/pages.ts'
import type { AuditedAction } from '#server/audit/write-audit-entry.ts'
import { createCardFor } from '#server/cards/owned/create-card-for.ts'
import { type Command, UsageError } from '../../command.ts'
import { openAudited } from '../../audited.ts'
import { planNames, readPlanName } from './plan.ts'

const layoutWords = layouts
  .slice(1)
  .map(({ theme }) => theme)
  .join(', ')

export const cardsCreate: Command = {
  name: 'cards create',
  args: 'ALIAS',
  purpose: 'Creates a card.',
  about:
    'The alias is the card’s address: up to 60 letters, digits and hyphens, case-insensitive. It must not be taken. ' +
    'Everything else can be changed later with cards set. --owner creates an account for that email if there is none, so login-link works for it.',
  changes: 'A new card, its plan, and with --owner an account. All of it or nothing.',
  flags: {
    name: { value: 'NAME', meaning: 'The name on the card. Required.' },
    email: { value: 'EMAIL', meaning: 'The email address on the card.' },
    title: { value: 'TEXT', meaning: 'The person’s job title.' },
    company: { value: 'TEXT', meaning: 'The company.' },
    phone: { value: 'NUMBER', meaning: 'The mobile number.' },
    theme: { value: 'NAME', meaning: `The layout: a name that contains one of ${layoutWords}. Default: the standard layout.` },
    plan: { value: 'PLAN', meaning: `${planNames.join(', ')}. Default: FREE. TRIAL is PRO for 30 days.` },
    owner: { value: 'EMAIL', meaning: 'The owner’s email.' },
  },
  examples: [
    'cards create anna --name "Anna Lind" --title "Broker" --company "Lind & Daughters"',
    'cards create anna --name "Anna Lind" --email anna@example.com --owner anna@example.com --plan TRIAL',
  ],
  async run({ positionals: [alias = ''], text }, context) {
    const fullName = text('name')
    if (!fullName) throw new UsageError('The card needs a name: cards create ALIAS --name NAME')
    const plan = readPlanName(text('plan') ?? 'FREE')
    const optionalFields = {
      emailAddress: text('email'),
      title: text('title'),
      companyName: text('company'),
      phoneNumber: text('phone'),
      eCardTheme: text('theme'),
    }
    const fields = Object.fromEntries(Object.entries(optionalFields).filter(([, value]) => value !== null))

    const owner = text('owner')
    if (owner !== null && !z.email().safeParse(owner).success) throw new UsageError(`${owner} is not an email address.`)
    const detail: AuditedAction['detail'] = context.settings.plans ? { plan: plan.plan } : {}
    const { changes } = await openAudited(context, { act: 'card.create', alias, detail }, { isNew: true })
    const now = context.clock.now()
    const card = await changes.write(async (tx, notify) => {
      const created = await createCardFor(tx, { alias, fullName, owner, ...fields }, plan, { now, lengths: context.settings })
      notify(`card:${created.id}`)
      return created
    })
    context.terminal.print(`Created: ${context.settings.publicUrl}${cardHref(card, 'home')}`)
  },
}
