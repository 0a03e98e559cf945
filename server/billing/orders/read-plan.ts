import { sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PlanFilter } from '#contract/admin/admin-choices.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import {
  describeSubscription,
  isEveryCardPro,
  stateInSql,
  type PlanFacts,
  type PlanSettings,
  type PlanView,
} from '../subscriptions/describe-subscription.ts'
import { findSubscription, listSubscriptions } from '../subscriptions/subscription-store.ts'

/** What a card’s plan and permissions depend on. */
export type PlanReader = { db: Db; clock: Clock; settings: PlanSettings }

/** A card’s current plan. */
export async function readPlan({ db, clock, settings }: PlanReader, subjectId: string): Promise<PlanView> {
  return describeSubscription(await findSubscription(db, subjectId), clock.now(), settings)
}

type End = 'trialEndsAt' | 'paidUntil' | 'dunningUntil'
/** As JSON, which has no dates. */
export type StoredPlan = Omit<PlanFacts, End> & Record<End, string | null>

/** A card's subscription as a column of another slice's statement. */
export const planColumn = (subjectId: SQLWrapper) => sql<StoredPlan | null>`(select json_build_object('planCode', plan_code, 'state', state,
  'trialEndsAt', trial_ends_at, 'paidUntil', paid_until, 'dunningUntil', dunning_until, 'hasCardOnFile', has_card_on_file,
  'isCardExpired', is_card_expired, 'card', card) from subscription where subject_id = ${subjectId})`

/** The current plan, from such a column. */
export function planFrom({ clock, settings }: Omit<PlanReader, 'db'>, stored: StoredPlan | null): PlanView {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  const facts = stored && {
    ...stored,
    trialEndsAt: dateOf(stored.trialEndsAt),
    paidUntil: dateOf(stored.paidUntil),
    dunningUntil: dateOf(stored.dunningUntil),
  }
  return describeSubscription(facts, clock.now(), settings)
}

/** The current plans of these cards, by card id. */
export async function listPlans({ db, clock, settings }: PlanReader, subjectIds: readonly string[]): Promise<Map<string, PlanView>> {
  const rows = new Map((await listSubscriptions(db, subjectIds)).map((row) => [row.subjectId, row]))
  const now = clock.now()
  return new Map(subjectIds.map((id) => [id, describeSubscription(rows.get(id) ?? null, now, settings)]))
}

const statesByPlan = {
  trial: ['trial'],
  pro: ['paid'],
  'past-due': ['dunning', 'unpaid'],
  free: ['trial', 'paid', 'dunning', 'unpaid'],
} as const satisfies Record<PlanFilter, readonly string[]>

/** SQL condition: the card is currently on this plan. Free means none of the other states. */
export function isOnPlan(plan: PlanFilter, now: Date, settings: PlanSettings): (subjectId: Column) => SQL {
  if (isEveryCardPro(settings)) return () => sql`${plan === 'pro'}`
  const negation = plan === 'free' ? sql`not` : sql``
  return (subjectId) =>
    sql`${negation} exists (select from subscription where subject_id = ${subjectId} and ${stateInSql(now)} = any(${sql.param(statesByPlan[plan])}))`
}
