import { Refusal } from './refusal.ts'

/** A body that is no JSON, which some servers answer with a 400 of its own (question errors.malformed_json). */
export class MalformedBody extends Refusal {
  constructor() {
    super('unprocessable', { base: ['must be JSON'] })
  }
}
