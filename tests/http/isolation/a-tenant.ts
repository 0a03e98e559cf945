import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { scopes } from '#contract/access-key-choices.ts'
import { sealSecret } from '#server/database/seal-secret.ts'
import { newSecret } from '#server/connections/sign-body.ts'
import { addVersion } from '#server/cards/editor/add-version.ts'
import { hashToken } from '#server/common/hash-token.ts'
import type { TestApp } from '../../harness/app.ts'
import { aCard } from '../../factories/cards.ts'
import { aContact } from '../../factories/contacts.ts'
import { signedIn, type SignedIn } from '../../harness/signed-in.ts'
import type { Ids } from './ids.ts'

/** Marker texts that reveal the victim wherever they appear. */
export const marker = 'treasure-7f3a'

export type Tenant = SignedIn & { ids: Ids; subjectId: string }

/** A card with its owner and one row of everything that belongs to them, filled with marker text if it is given. */
export async function aTenant(app: TestApp, word = ''): Promise<Tenant> {
  const { deps } = app
  const mark = word || `plain-${randomBytes(4).toString('hex')}`
  const card = await aCard(deps)
  const contact = await aContact(deps, card.id, {
    name: mark,
    lastName: mark,
    notes: mark,
    tags: [mark],
    emailAddress: `${mark}@example.com`,
  })
  const owner = await signedIn(app, card.id)
  const own = {
    passkey: randomUUID(),
    import: randomUUID(),
    act: randomUUID(),
    order: randomUUID(),
    report: randomUUID(),
    invitation: randomUUID(),
    contactImport: randomUUID(),
    refused: randomUUID(),
    connection: randomUUID(),
    event: randomUUID(),
    accessKey: randomUUID(),
  }
  const key = `carte_${randomBytes(32).toString('base64url')}`
  const invoice = `in_${randomBytes(8).toString('hex')}`
  const code = randomBytes(6).toString('hex')
  const pushEndpoint = `https://fcm.googleapis.com/fcm/send/${mark}-${code}`
  const mailId = `2036-06-15T12-00-00-000Z-${code}`
  const [subjectId, accountId] = [card.id, owner.accountId]
  const document = JSON.stringify({ mark })
  const hash = () => randomBytes(32)
  const secret = await sealSecret(deps.db, newSecret(), own.connection, deps.clock.now())
  const eventText = JSON.stringify({ card: { alias: card.alias }, contact: { id: contact.id, fullName: mark, source: 'form' } })

  await deps.changes.write(async (tx) => {
    await addVersion(tx, subjectId, 'spring', { title: 'Broker in spring' }, deps.clock.now())
    const rows = [
      sql`update account set name = ${mark}, email = ${`${code}-${mark}@example.com`} where id = ${accountId}`,
      sql`update session set device = ${mark}, id_token = ${mark} where account_id = ${accountId}`,
      sql`update subject set tags = ${mark} where id = ${subjectId}`,
      sql`insert into passkey (account_id, id, credential_id, public_key, name) values (${accountId}, ${own.passkey}, ${code}, '\\x00', ${mark})`,
      sql`insert into account_identity (issuer, subject, account_id) values (${mark}, ${code}, ${accountId})`,
      sql`insert into sign_in_link (token_hash, account_id, expires_at, return_url) values (${hash()}, ${accountId}, '2099-01-01', ${`/${mark}`})`,
      sql`insert into email_change (account_id, new_email, token_hash, requested_at, expires_at)
        values (${accountId}, ${`${mark}@new.example`}, ${hash()}, '2036-01-01', '2099-01-01')`,
      sql`insert into card_draft (subject_id, revision, fields) values (${subjectId}, 1, ${JSON.stringify({ bio: mark })}::jsonb)`,
      sql`insert into card_log (subject_id, id, message) values (${subjectId}, ${randomUUID()}, ${mark})`,
      sql`insert into claim_code (subject_id, id, code_hash, given_by, expires_at) values (${subjectId}, ${randomUUID()}, ${mark}, 'mail', '2099-01-01')`,
      sql`insert into claim_try (subject_id, id, account_id, tried_at) values (${subjectId}, ${randomUUID()}, ${accountId}, '2036-01-01')`,
      sql`insert into card_submission (subject_id, account_id, submission_id) values (${subjectId}, ${accountId}, ${randomUUID()})`,
      sql`insert into contact_consent (subject_id, contact_id, wording, wording_version, language)
        values (${subjectId}, ${contact.id}, ${mark}, '1', 'en')`,
      sql`insert into contact_label (subject_id, name) values (${subjectId}, ${mark}) on conflict do nothing`,
      sql`insert into contact_import (subject_id, id, created_at, name, state) values (${subjectId}, ${own.contactImport}, ${deps.clock.now().toISOString()}, ${mark}, 'ready')`,
      sql`insert into contact_import_row (subject_id, import_id, line, kind, fields)
        values (${subjectId}, ${own.contactImport}, 2, 'new', ${JSON.stringify({ name: mark, lastName: mark, tags: [] })}::jsonb)`,
      // No test of the connection leaves the machine: its address is blocked.
      sql`insert into connection (subject_id, id, created_at, preset, name, url, types, is_full, secret, secret_at, secret_end)
        values (${subjectId}, ${own.connection}, now(), 'own', ${mark}, ${`https://127.0.0.1/${mark}`}, array['contact.created'], true, ${secret}, now(), 'abc=')`,
      sql`insert into event (subject_id, id, type, at, contact_id, data)
        values (${subjectId}, ${own.event}, 'contact.created', now(), ${contact.id}, ${eventText})`,
      sql`insert into delivery (subject_id, connection_id, event_id, state, is_full, attempts, tried_at, answer)
        values (${subjectId}, ${own.connection}, ${own.event}, 'failed', true, 1, now(), ${mark})`,
      sql`insert into access_key (id, subject_id, key_hash, name, key_start, key_end, scopes, created_at, last_used_at)
        values (${own.accessKey}, ${subjectId}, ${hashToken(key)}, ${mark}, ${key.slice(0, 9)}, 'yz', ${sql.param([...scopes])}, now(), ${deps.clock.now().toISOString()})`,
      sql`insert into idempotent_call (subject_id, access_key_id, idempotency_key, request_hash, created_at)
        values (${subjectId}, ${own.accessKey}, ${mark}, ${hash()}, now())`,
      sql`insert into push_subscription (subject_id, device, account_id, session_id, token) values (${subjectId}, ${code}, ${accountId},
        ${owner.sessionId}, ${JSON.stringify({ endpoint: pushEndpoint, keys: { p256dh: mark, auth: mark } })}::jsonb)`,
      sql`insert into notice (id, subject_id, title, body, sent_at) values (${randomUUID()}, ${subjectId}, ${mark}, ${mark}, now())`,
      sql`insert into push_topic (subject_id, device, topic) values (${subjectId}, ${code}, 'New_Connected_Client')`,
      sql`insert into uploaded_picture (subject_id, kind, revision, width, height, bytes, has_alpha) values (${subjectId}, 'logo', ${mark}, 1, 1, 1, false)`,
      sql`insert into picture (subject_id, kind, revision, width, height, bytes, has_alpha) values (${subjectId}, 'card', ${code}, 1, 1, 1, false)`,
      sql`insert into short_link (code, subject_id, long_url) values (${code}, ${subjectId}, ${`${deps.settings.publicUrl}/${card.alias}/${mark}`})`,
      sql`insert into review_cache (subject_id, source, source_key, failure) values (${subjectId}, 'zillow-agent', ${code}, ${mark})`,
      sql`insert into visit_event (subject_id, at, id, name, params) values (${subjectId}, '2036-06-01', ${randomUUID()}, 'page_view', ${document}::jsonb)`,
      sql`insert into visit_day (subject_id, day, name, dimension, value, count) values (${subjectId}, ${deps.clock.now().toISOString().slice(0, 10)}::date,
        'open_carte', 'platform_used', ${mark}, 7)`,
      sql`insert into visit_quarter (subject_id, name, dimension, value, at, count) values (${subjectId}, 'open_carte', 'platform_used', ${mark}, ${deps.clock.now().toISOString()}, 7)`,
      sql`insert into subject_service (subject_id, grade_service_id, direct_link) values (${subjectId}, 6, ${`https://example.com/${code}`})`,
      sql`insert into link_failure (subject_id, link_hash, reason, tries, since, tried_at)
        values (${subjectId}, ${createHash('sha256').update(`https://example.com/${code}`).digest()}, 'gone', 2, now(), now())`,
      sql`insert into subject_component (subject_id, grade_service_id, grade_component_id, current_value) values (${subjectId}, 6, 9, ${code})`,
      sql`insert into billing_customer (subject_id, first_name, last_name, display_name, email, company_name, phone, mobile, billing_address, shipping_address)
        values (${subjectId}, ${mark}, ${mark}, ${mark}, ${mark}, ${mark}, ${mark}, ${mark}, ${document}::jsonb, ${document}::jsonb)`,
      sql`insert into billing_event (provider, event_id, subject_id, kind, payload, provider_at) values ('embedded', ${code}, ${subjectId}, 'x', ${document}::jsonb, now())`,
      sql`insert into billing_order (subject_id, id, plan_code, provider, state, checkout_id, created_at) values (${subjectId}, ${own.order}, 'PRO', 'embedded', 'done', ${mark}, now())`,
      sql`insert into billing_press (subject_id, id, pressed_at) values (${subjectId}, ${randomUUID()}, now())`,
      sql`insert into provider_subscription (subject_id, id, provider, customer_id, status, plan_code, began_at, ended_at, told_at)
        values (${subjectId}, ${`${mark}-${code}`}, 'other', ${mark}, 'canceled', 'PRO', '2030-01-01', '2030-02-01', '2030-02-01')`,
      sql`insert into invoice (subject_id, id, provider, number, state, plan_code, amount, currency, issued_at, told_at)
        values (${subjectId}, ${invoice}, 'embedded', ${mark}, 'paid', 'PRO', 1500, 'USD', now(), now())`,
      sql`update subscription set card = ${document}::jsonb where subject_id = ${subjectId}`,
      sql`insert into operator_act (id, at, account_id, actor, act, subject_id, alias, detail)
        values (${own.act}, now(), ${accountId}, ${mark}, 'card.show', ${subjectId}, ${card.alias}, ${document}::jsonb)`,
      sql`insert into card_import (id, created_at, updated_at, account_id, actor, name, encoding, takes, state)
        values (${own.import}, now(), now(), ${accountId}, ${mark}, ${mark}, 'utf-8', 'good', 'checked')`,
      sql`insert into card_import_fault (import_id, id, line, message) values (${own.import}, ${randomUUID()}, 1, ${mark})`,
      sql`insert into card_import_part (import_id, place, bytes) values (${own.import}, 0, ${Buffer.from(mark)})`,
      sql`insert into account_leaving (account_id, asked_at, goes_at) values (${accountId}, '2036-01-01', '2099-01-01')`,
      sql`insert into abuse_report (subject_id, id, submission_id, created_at, kind, words) values (${subjectId}, ${own.report}, ${randomUUID()}, now(), 'fraud', ${mark})`,
      sql`insert into taken_picture (subject_id, kind, revision, width, height, bytes, has_alpha, created_at) values (${subjectId}, 'logo', ${mark}, 1, 1, 1, false, now())`,
      sql`insert into blocked_host (host, note, created_at) values (${`${code}.example`}, ${mark}, now())`,
      sql`insert into switched_off_host (host, reason, off_at) values (${`${code}.example`}, ${mark}, now())`,
      sql`insert into checkout_to_end (provider, checkout_id) values ('embedded', ${`${mark}-${code}`})`,
      sql`insert into customer_to_erase (provider, customer_id) values ('embedded', ${`${mark}-${code}`})`,
      sql`insert into billing_check (id, begun_at, moved_at, details) values (${randomUUID()}, now(), now(), ${JSON.stringify([mark])}::jsonb)`,
      sql`insert into spent (kind, key, until) values ('test', ${`${mark}-${code}`}, '2099-01-01')`,
      sql`insert into reserved_alias (name, note) values (${`kept-${code}`}, ${mark})`,
      sql`insert into refused_recipient (id, address, subject_id, step, answer, first_at, last_at, recent_at)
        values (${own.refused}, ${`${code}-${mark}@example.com`}, ${subjectId}, 'recipientRefused', ${`550 ${mark}`}, now(), now(), array[now()])`,
      sql`insert into invitation (id, token_hash, note, max_uses, created_at, expires_at) values (${own.invitation}, ${hash()}, ${mark}, 1, now(), '2099-01-01')`,
      sql`insert into installation (name, value) values (${`test-${code}`}, ${document}::jsonb)`,
    ]
    for (const row of rows) await tx.execute(row)
  })
  const { rows } = await deps.db.execute<{ key: string }>(sql`select key from subject where id = ${subjectId}`)
  await deps.jobs.enqueue(deps.db, 'contacts.mail', { subjectId, contactId: contact.id })
  const jobs = await deps.db.execute<{ id: string }>(sql`select id from jobs.job where data ->> 'subjectId' = ${subjectId}`)
  const ids: Ids = {
    alias: card.alias,
    card: subjectId,
    key: rows[0]?.key ?? '',
    contact: contact.id,
    label: mark,
    passkey: own.passkey,
    session: owner.sessionId,
    invoice,
    device: code,
    endpoint: pushEndpoint,
    link: code,
    job: jobs.rows[0]?.id ?? '',
    import: own.import,
    mail: mailId,
    act: own.act,
    report: own.report,
    webhook: code,
    invitation: own.invitation,
    contactImport: own.contactImport,
    refused: own.refused,
    connection: own.connection,
    event: own.event,
    accessKey: own.accessKey,
  }
  // Their calls with a session and those with a key.
  const ask: SignedIn['ask'] = (path, init = {}) =>
    owner.ask(path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } })
  return { ...owner, ask, ids, subjectId }
}
