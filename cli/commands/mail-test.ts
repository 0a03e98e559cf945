import { mailSteps } from '#contract/admin/admin-choices.ts'
import type { MailStep } from '#contract/admin/admin.ts'
import { testMail } from '#server/integrations/mail/test-mail.ts'
import { translateTo } from '#server/common/messages.ts'
import { UserError } from '#server/common/user-error.ts'
import { recordAudit } from '../audited.ts'
import { type Command, type CommandContext, UsageError } from '../command.ts'
import { sanitize } from '../terminal/sanitize.ts'
import { printVerdict, type Verdict } from '../terminal/verdict.ts'

export const mailTest: Command = {
  name: 'mail test',
  args: 'ADDRESS',
  purpose: 'Sends a test email and explains what the mail server answers.',
  about:
    'Connects, logs in and sends as Carte sends every email, and prints each step with what to do if it fails. Then it looks up SPF, DKIM and DMARC of the sender’s domain and prints the records to add.',
  changes: 'Nothing, except for an entry in the audit log.',
  flags: {
    selector: { value: 'NAME', meaning: 'The selector of your DKIM key, from your mail provider. Without it, the usual ones are tried.' },
  },
  examples: ['mail test you@example.com', 'mail test you@example.com --selector s1'],
  async run({ positionals: [to = ''], text }, context) {
    if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw new UsageError(`“${to}” is not an email address.`)
    const selector = text('selector') ?? undefined
    if (selector !== undefined && !/^[\w.-]{1,63}$/.test(selector)) throw new UsageError('--selector takes a name such as s1.')
    await recordAudit(context, { act: 'mail.test' })
    let isAccepted = false
    for await (const step of testMail(context, { to, language: 'en-US', selector })) {
      isAccepted ||= step.step === 'accepted'
      printStep(context.terminal, step)
    }
    if (!isAccepted) throw new UserError('The mail server has not accepted the test email.')
  },
}

/** A record may contain what is in the DNS already. */
export function printStep(terminal: CommandContext['terminal'], step: MailStep): void {
  printVerdict(terminal, verdictOf(step))
  if (step.record) terminal.print(sanitize(`  ${step.record.name} TXT "${step.record.value}"`))
}

export const verdictOf = ({ step, values }: MailStep): Verdict => ({
  state: mailSteps[step],
  text: translateTo('en-US')(`admin.mailTest.step.${step}`, values),
})
