/** The area of a clause: the first part of its id. */
export const areaOf = (clause: string): string => clause.slice(0, clause.indexOf('.'))
