/** What cannot be shown, and why, for the one who asked. */
export class DeskError extends Error {
  readonly status: number

  constructor(status: number, says: string) {
    super(says)
    this.status = status
  }
}
