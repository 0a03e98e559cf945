import { z } from 'zod'
import { cardHref } from '#contract/pages.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { setPlan } from '#server/billing/orders/set-plan.ts'
import { createCard } from '#server/cards/owned/create-card.ts'
import { type Command, UsageError } from '../../command.ts'
import { recorded } from '../../recorded.ts'
import { planNames, readPlanName } from './plan.ts'

export const cardsCreate: Command = {
  name: 'cards create',
  words: 'ALIAS',
  purpose: 'Makes a new card.',
  about:
    'The alias is the card’s address: letters, digits and hyphens, up to 60, without regard to case. It must be free. ' +
    'Everything else can be changed later with cards set. --owner opens an account for that e-mail where there is none, so that login-link works for it.',
  changes: 'A new card, its plan, and with --owner an account. All of it or nothing.',
  flags: {
    name: { value: 'NAME', meaning: 'The name on the card. Needed.' },
    email: { value: 'EMAIL', meaning: 'The e-mail address on the card.' },
    title: { value: 'TEXT', meaning: 'What the person does.' },
    company: { value: 'TEXT', meaning: 'The company.' },
    phone: { value: 'NUMBER', meaning: 'The mobile phone.' },
    theme: { value: 'NAME', meaning: 'The layout by name: one that contains elliman, compass or exp, else the default one.' },
    plan: { value: 'PLAN', meaning: `${planNames.join(', ')}. FREE when not given; TRIAL is PRO for 30 days.` },
    owner: { value: 'EMAIL', meaning: 'Whose card it is.' },
  },
  examples: [
    'cards create anna --name "Anna Lind" --title "Broker" --company "Lind & Daughters"',
    'cards create anna --name "Anna Lind" --email anna@example.com --owner anna@example.com --plan TRIAL',
  ],
  async run({ words: [alias = ''], text }, house) {
    const fullName = text('name')
    if (!fullName) throw new UsageError('The card needs a name: cards create ALIAS --name NAME')
    const plan = readPlanName(text('plan') ?? 'FREE')
    const [firstName = '', ...rest] = fullName.trim().split(/\s+/)
    const given = {
      emailAddress: text('email'),
      title: text('title'),
      companyName: text('company'),
      phoneNumber: text('phone'),
      eCardTheme: text('theme'),
    }
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))

    const owner = text('owner')
    if (owner !== null && !z.email().safeParse(owner).success) throw new UsageError(`${owner} is no e-mail address.`)
    const { changes } = await recorded(house, { act: 'card.create', alias, detail: { plan: plan.plan } })
    const now = house.clock.now()
    const card = await changes.write(async (tx, tell) => {
      const made = await createCard(tx, { alias, firstName, lastName: rest.join(' '), fullName, ...fields }, now)
      await setPlan(tx, made.id, plan, { now, lengths: house.settings })
      if (owner !== null) await addOwner(tx, { subjectId: made.id, email: owner, name: fullName }, now)
      tell(`card:${made.id}`)
      return made
    })
    house.terminal.say(`Made: ${house.settings.publicUrl}${cardHref(card, 'home')}`)
  },
}
