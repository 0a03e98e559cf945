import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Failure modes of the real services. */
export type Mood =
  | 'good'
  | 'empty'
  | 'unknown-name'
  | 'slow'
  | 'unauthorized'
  | 'too-many'
  | 'malformed'
  | 'html'
  | 'huge'
  | 'broken'
  | 'redirect'

export type ReviewProviders = {
  url: string
  mood: Mood
  requests: URL[]
  tokens: (string | undefined)[]
  [Symbol.asyncDispose](): Promise<void>
}

const bridgeReview = {
  Description: 'We were selling from two time zones away. <b>Maren</b> staged the place.',
  ReviewDate: '2026-06-03T00:00:00Z',
  Rating: 5,
  ReviewerFullName: null,
  ReviewerScreenName: 'desmond.hale',
  ServiceProviderDesc: 'Highly likely to recommend',
  ServiceYear: 2026,
  FreeFormLocation: '14 Ferry Point Road, Port Hadley',
}
const lenderReview = {
  reviewId: 'LR-EXAMPLE',
  rating: 4,
  title: 'Good rate, slow appraisal',
  content: 'The refinance itself was painless.',
  created: '2026-03-04T10:00:00Z',
  reviewerName: { displayName: 'Caleb Thorne' },
  serviceProvided: 'LoanInProgress',
  loanPurpose: 'Refinance',
  loanProgram: 'ARM5',
  loanType: 'FHA',
  closeDateSatisfaction: 'DidNotMeetExpectations',
  interestRateSatisfaction: 'ExceededExpectations',
  closingCostsSatisfaction: 'SomethingNew',
  details: ['FirstTimeBuyer'],
}

/** Both review services on one port, over HTTP. */
export async function reviewProviders(): Promise<ReviewProviders> {
  const pending = new Set<ServerResponse>()
  const state: ReviewProviders = {
    url: '',
    mood: 'good',
    requests: [],
    tokens: [],
    async [Symbol.asyncDispose]() {
      for (const response of pending) response.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server = createServer((request, response) => answer(state, pending, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

function answer(state: ReviewProviders, pending: Set<ServerResponse>, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://stand-in')
  state.requests.push(url)
  state.tokens.push(request.headers.authorization)
  const respond = (status: number, body: unknown, type = 'application/json') =>
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body))

  if (state.mood === 'slow') return void pending.add(response)
  if (state.mood === 'unauthorized') return respond(401, { status: 401, error: { name: 'UnauthorizedAccess', message: 'bad token' } })
  if (state.mood === 'too-many') return respond(429, { error: { name: 'TooManyRequests' } })
  if (state.mood === 'broken') return request.socket.destroy()
  if (state.mood === 'malformed') return respond(200, '{"value": [{"Rating": ')
  if (state.mood === 'html') return respond(200, '<!doctype html><title>Maintenance</title>', 'text/html')
  if (state.mood === 'huge') return respond(200, JSON.stringify({ value: ['x'.repeat(3_000_000)] }))
  if (state.mood === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  if (url.pathname.endsWith('/zillowLenderReviews')) return respond(200, lender(state.mood))
  if (url.pathname.endsWith('/Reviewees')) {
    return respond(200, {
      value: state.mood === 'unknown-name' ? [] : [{ RevieweeKey: 'K1', RevieweeProfileURL: 'https://zillow.example/profile/maren' }],
    })
  }
  return respond(200, {
    value: state.mood === 'empty' ? [] : [bridgeReview, { ...bridgeReview, Rating: '4.5', ReviewerFullName: 'شيماء' }, 'not a review'],
  })
}

function lender(mood: Mood): unknown {
  if (mood === 'unknown-name') return { error: 'UnknownLender' }
  if (mood === 'empty') return { profileURL: 'https://zillow.example/lender/1', totalReviews: 0, reviews: [] }
  return { profileURL: 'https://zillow.example/lender/1', totalReviews: 1, rating: 4, reviews: [lenderReview] }
}
