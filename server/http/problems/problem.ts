import { problems, type FieldIssue, type Issue, type ProblemBody, type ProblemName } from '#contract/problem.ts'

type Facts = {
  detail?: string
  /** Instead of `detail`, with a code. */
  issue?: Issue
  issues?: FieldIssue[]
  retryAfterSeconds?: number
  extensions?: Record<string, unknown>
}

/** An error that becomes a problem response. Recognized by its `problem`, since the pages have another copy of this class. */
export class ProblemError extends Error {
  readonly problem: ProblemBody
  readonly retryAfterSeconds: number | undefined

  constructor(name: ProblemName, { issue, issues, retryAfterSeconds, extensions = {}, ...facts }: Facts = {}) {
    const { message: detail = facts.detail, ...coded } = issue ?? {}
    super(detail ?? problems[name].title)
    const { status, title } = problems[name]
    this.problem = {
      type: `/problems/${name}`,
      title,
      status,
      ...(detail ? { detail } : {}),
      ...coded,
      ...(issues ? { issues } : {}),
      ...extensions,
    }
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

/** Errors of calls whose specification answers {success, message}: that format, with the problem's status, type and codes. */
export function flagResponse(error: ProblemError, requestId: string): Response {
  const response = problemResponse(error, requestId)
  const { type, title, detail, code, values, issues } = error.problem
  const message = detail ?? issues?.[0]?.message ?? title
  return new Response(JSON.stringify({ success: 0, message, type, code, values, issues, requestId }), {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'content-type': 'application/json; charset=utf-8' },
  })
}
