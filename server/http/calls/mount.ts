import type { Scope } from '#contract/access-key-choices.ts'
import type { EndpointName } from '#contract/addresses.ts'
import type { AnswerOf, CallOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Change } from '#server/database/changes/changes.ts'

/** The caller. Authorization depends on this alone. */
export type Caller =
  | { kind: 'visitor' }
  | { kind: 'owner'; accountId: string; sessionId: string; subjectIds: readonly string[]; isAdmin: boolean }
  | { kind: 'key'; keyId: string; subjectIds: readonly string[]; scopes: readonly Scope[] }

/** The cards that the caller may read and change. */
export const cardsOf = (caller: Caller): readonly string[] => (caller.kind === 'visitor' ? [] : caller.subjectIds)

/** Reads the caller on each invocation. */
export type CallerOf = (request: Request) => Promise<Caller>

/** A browser that has logged in before, proved by a signed cookie. It is not a session. */
export type KnownBrowser = {
  id: string
  accountId: string
  /** True if that is still valid and, if an email is given, it is the account's. */
  isOf(email: string | null): Promise<boolean>
}

export type Call<E> = CallOf<E> & {
  request: Request
  caller: Caller
  /** The client address, for rate limits only: never stored, never logged. */
  visitor: string
  /** Allows caching the answer until this change, and at most this long. An answer without dependencies is never cached. */
  dependsOn(change: Change, forMs?: number): void
  /** Sent with the response of the call or of the page that made it. */
  setCookie(text: string): void
}

/** The answer of a handler that returns nothing. */
export const done = { success: 1, message: '' } as const

type MayReturnNothing<A> = typeof done extends A ? A | void : A
type Handler<N extends EndpointName> = (call: Call<Endpoints[N]>) => Promise<MayReturnNothing<AnswerOf<Endpoints[N]>>>

/** One handler per endpoint: each slice returns its own, app.ts merges them. */
export type Handlers = { [N in EndpointName]: Handler<N> }
