/** Words of a name, split at humps, hyphens and underscores, each with what to write instead. */
export const nameWords: Record<string, string> = {
  ...same('cached, stored, saved or retained', ['kept', 'keeping']),
  ...same('notify, event or report', ['tell', 'tells', 'told', 'telling']),
  ...same('receive, received or subscribe', ['hear', 'hears', 'heard', 'hearing']),
  ...same('print, format, translate or text', ['say', 'says', 'said', 'saying']),
  ...same('request, input or options', ['wish', 'wishes', 'wishing']),
  ...same('context, props or input', ['given']),
  ...same('visible or rendered', ['shown', 'drawn']),
  ...same('admin, or what the thing is', ['desk']),
  ...same('endpoint, entrance or route', ['door', 'doors']),
  ...same('app, context or site', ['house']),
  ...same('click, submit or idempotency key', ['press', 'presses', 'pressed']),
  ...same('action or mutation', ['deed', 'deeds']),
  ...same('is, or the state by its name', ['stands', 'lies']),
  ...same('consume or use up', ['spend', 'spends', 'spent']),
  ...same('acquire, pass or provide', ['lend', 'lent']),
  ...same('load shedding', ['crowd', 'crowds']),
  ...same('spam burst or overload', ['flood', 'floods']),
  ...same('error, failure or issue', ['trouble', 'troubles', 'troubled', 'fault', 'faults']),
  ...same('error, or problem for RFC 9457', ['refusal', 'refusals']),
  ...same('lazy, deferred, overdue or next', ['late', 'later']),
  ...same('locked (a row) or quarantined (a contact)', ['held', 'hold', 'holds', 'holding']),
  ...same('built-in, own, or what it is', ['ours']),
  ...same('deps', ['needs']),
  ...same('viewed or known', ['seen']),
  ...same('load, restore or import', ['bring', 'brings', 'brought']),
  ...same('skipped or separate', ['aside']),
  ...same('continues, deletes, or the verb by its name', ['goes']),
  ...same('place, arrange or create', ['lay', 'laid', 'lays']),
  ...same('request, fetch or prompt', ['asked', 'asks', 'asking']),
  ...same('recorded', ['noted']),
  ...same('any, all, none or anonymous', ['whoever', 'somebody', 'nobody', 'anybody', 'everybody']),
  ...same('again, re- or refresh', ['anew']),
}

/** Words of comments, documents, messages and printed text. */
export const proseWords: Record<string, string> = {
  anew: 'again, or the verb with re-',
  whoever: 'the person by their role',
  whomever: 'the person by their role',
  somebody: 'someone, or who it is',
  nobody: 'no one, or “none”',
  anybody: 'anyone, or who it is',
  everybody: 'everyone, or “all”',
  told: 'notified, given or passed',
  heard: 'received or known',
  deed: 'action',
  deeds: 'actions',
  'of ours': 'by its name',
  'of theirs': 'by its name',
  'is had': 'exists',
  'is borne': 'is tolerated',
  'is said': 'is printed, logged or returned',
  troubles: 'errors or failures',
}

/** American spellings of what a British or international dictionary writes differently. */
export const spellings: Record<string, string> = Object.fromEntries(
  `colour color, colours colors, coloured colored, behaviour behavior, behaviours behaviors, favourite favorite, favourites favorites,
  honour honor, honours honors, honoured honored, neighbour neighbor, neighbours neighbors, flavour flavor, harbour harbor, labour labor,
  licence license, licences licenses, centre center, centres centers, centred centered, theatre theater, metre meter, litre liter, fibre fiber,
  catalogue catalog, catalogues catalogs, dialogue dialog, defence defense, offence offense, grey gray, cheque check, programme program,
  dialled dialed, dialling dialing, cancelled canceled, cancelling canceling, travelled traveled, travelling traveling, labelled labeled,
  labelling labeling, modelled modeled, signalled signaled, signalling signaling, levelled leveled, fulfil fulfill, enrol enroll,
  judgement judgment, ageing aging, artefact artifact, whilst while, amongst among, learnt learned, spelt spelled, sceptical skeptical,
  organise organize, organised organized, organisation organization, organisations organizations, recognise recognize, recognised recognized,
  recognises recognizes, realise realize, minimise minimize, maximise maximize, normalise normalize, normalised normalized,
  normalises normalizes, serialise serialize, serialised serialized, serialisation serialization, initialise initialize,
  authorise authorize, authorised authorized, authorisation authorization, customise customize, customised customized, optimise optimize,
  optimised optimized, summarise summarize, synchronise synchronize, synchronised synchronized, analyse analyze, analysed analyzed,
  apologise apologize, capitalise capitalize, capitalised capitalized, emphasise emphasize, prioritise prioritize, utilise utilize`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
)

function same(better: string, words: string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, better]))
}
