/** What the window hears when a call of ours came back without an answer. */
export const unanswered = 'call-unanswered'
