import { problems, type FieldFault, type ProblemBody, type ProblemName } from '#contract/problem.ts'

type Facts = { detail?: string; faults?: FieldFault[]; retryAfterSeconds?: number; said?: Record<string, unknown> }

/** A refusal on its way out. Recognised by its `problem`, which also survives the border to the pages. */
export class ProblemError extends Error {
  readonly problem: ProblemBody
  readonly retryAfterSeconds: number | undefined

  constructor(name: ProblemName, { detail, faults, retryAfterSeconds, said = {} }: Facts = {}) {
    super(detail ?? problems[name].title)
    const { status, title } = problems[name]
    this.problem = { type: `/problems/${name}`, title, status, ...(detail ? { detail } : {}), ...(faults ? { faults } : {}), ...said }
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function problem(name: ProblemName, facts?: Facts): ProblemError {
  return new ProblemError(name, facts)
}

export function problemResponse({ problem: body, retryAfterSeconds }: ProblemError, requestId: string): Response {
  return new Response(JSON.stringify({ ...body, requestId }), {
    status: body.status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  })
}

/** Calls the specification words as {success, message} are refused in those words; the status still says what happened. */
export function flagResponse(error: ProblemError, requestId: string): Response {
  const refusal = problemResponse(error, requestId)
  const message = error.problem.detail ?? error.problem.faults?.[0]?.message ?? error.problem.title
  return new Response(JSON.stringify({ success: 0, message, requestId }), {
    status: refusal.status,
    headers: { ...Object.fromEntries(refusal.headers), 'content-type': 'application/json; charset=utf-8' },
  })
}
