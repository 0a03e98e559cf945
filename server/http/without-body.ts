/** HEAD is answered as GET is, without what GET is asked for. */
export function withoutBody(response: Response, method: string): Response {
  return method === 'HEAD' ? new Response(null, response) : response
}
