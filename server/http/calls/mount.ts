import type { EndpointName } from '#contract/addresses.ts'
import type { AnswerOf, CallOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Change } from '#server/database/changes/changes.ts'

/** Who calls: what they may see is decided from this and nothing else. */
export type Caller =
  | { kind: 'visitor' }
  | { kind: 'owner'; accountId: string; sessionId: string; subjectIds: readonly string[]; isOperator: boolean }

/** Says who it is now, each time it is asked. */
export type CallerOf = (request: Request) => Promise<Caller>

/** A browser that was signed in before, as it says and as its seal shows: another thing than being signed in. */
export type Known = {
  id: string
  accountId: string
  /** Whether it is so still, and this is the account's address where one is named. */
  isOf(email: string | null): Promise<boolean>
}

export type Call<E> = CallOf<E> & {
  request: Request
  caller: Caller
  /** The line that calls, to count by and for nothing else: never kept, never logged. */
  visitor: string
  /** This answer may be kept in memory until that change is told. An answer that depends on nothing is never kept. */
  dependsOn(change: Change): void
  /** Leaves with the answer, whoever words it: a call over HTTP or a page. */
  setCookie(text: string): void
}

type Handler<N extends EndpointName> = (call: Call<Endpoints[N]>) => Promise<AnswerOf<Endpoints[N]>>

/** One handler for every endpoint: each slice returns its part, app.ts merges them. */
export type Handlers = { [N in EndpointName]: Handler<N> }
