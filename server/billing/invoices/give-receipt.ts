import { createHash } from 'node:crypto'
import type { Invoice } from '#contract/billing/billing.ts'
import { readAccount } from '#server/accounts/read-account.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findInvoice, listInvoices } from './invoice-store.ts'
import { presentInvoice } from './present-invoice.ts'
import { presentReceipt, receiptStyle } from './present-receipt.ts'

type Needs = { db: Db; settings: { productName: string } }

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(receiptStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'cache-control': 'no-store' }

/** One of our own receipts as a page to read and to print, in the language of who asks. A provider's stand where it keeps them. */
export async function giveReceipt(
  { db, settings }: Needs,
  caller: Caller,
  card: { id: string; alias: string },
  id: string,
): Promise<Response> {
  const invoice = await findInvoice(db, card.id, id)
  if (!invoice || invoice.provider !== 'embedded') throw problem('not-found')
  const account = caller.kind === 'owner' ? await readAccount(db, caller.accountId) : null
  const { productName } = settings
  return new Response(presentReceipt({ invoice, alias: card.alias, productName, language: account?.language ?? '' }), { headers })
}

/** What was charged for a card, newest first. */
export async function listOwnInvoices({ db }: { db: Db }, card: { id: string; alias: string }): Promise<Invoice[]> {
  return (await listInvoices(db, card.id)).map((row) => presentInvoice(row, card.alias))
}
