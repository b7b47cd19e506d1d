/** What ends a run early by order of the person who started it: nothing can be concluded from what was not judged. */
export const BUDGET_ENDED = 'the time budget ended'

/** The reason that says nothing of what would show a clause. */
export const NOTHING_SHOWS = 'nothing on the target shows it'
