import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { moduleOf } from '../../schemas/isolation/testing/entry.ts'
import { temporaryDirectory } from '../db/testing/temporary-directory.ts'
import { DrawingPool, MAX_PROCESSES } from './drawing-pool.ts'
import { DrawingStopped } from './drawing-stopped.ts'
import type { DocumentSource } from './source.ts'

/** Replaces the code that draws: does as the job says, and returns the id of its process. */
const OBEDIENT = moduleOf(`
  import { readdirSync, writeFileSync } from 'node:fs'
  const actions = {
    loop() { for (;;); },
    grow() { for (const all = []; ; ) all.push(new Array(1000).fill({})) },
    recurse() { const call = () => call() + 1; call() },
    crash() { setTimeout(() => { throw new Error('crashed in the background') }); return new Promise(() => {}) },
    end() { process.exit(1) },
    async meet(folder) {
      writeFileSync(folder + '/' + process.pid, '')
      while (readdirSync(folder).length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    draw() {},
  }
  export async function perform([action, argument]) {
    await actions[action](argument)
    return new Uint8Array(new Uint32Array([process.pid]).buffer)
  }`)

/** The entry knows its actions by name. */
const sourceOf = (...action: string[]) => action as unknown as DocumentSource

function poolOf({ seconds = 60, entry = OBEDIENT } = {}) {
  const pool = new DrawingPool({ seconds, megabytes: 64 }, entry)
  return {
    pool,
    draw: (...action: string[]) => pool.draw(sourceOf(...action)),
    sample: (...action: string[]) => pool.drawSample(sourceOf(...action)),
  }
}

const pidOf = (drawn: Buffer) => drawn.readUInt32LE(0)

describe('a document that cannot be drawn', () => {
  test.each([
    ['takes too long', 'loop', new DrawingStopped('To draw this document takes longer than 2 s.')],
    ['takes too much memory', 'grow', new DrawingStopped('To draw this document takes more than 64 MB.')],
    [
      'nests too deeply',
      'recurse',
      new DrawingStopped('To draw this document takes a deeper stack than Node has.'),
    ],
    ['crashes its process', 'crash', new Error('crashed in the background')],
    ['ends its process', 'end', new Error('The process that draws documents ended with code 1')],
  ])('because it %s is rejected, and the next one is drawn', async (_, action, reason) => {
    const { draw } = poolOf({ seconds: action === 'loop' ? 2 : 60 })
    await draw('draw')
    const [failed, drawn] = await Promise.allSettled([draw(action), draw('draw')])
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: reason.message } })
    expect(failed.status === 'rejected' && failed.reason instanceof DrawingStopped).toBe(
      reason instanceof DrawingStopped,
    )
    expect(drawn.status).toBe('fulfilled')
    expect(await draw('draw')).toHaveLength(4)
  })

  test('because no process starts is rejected with the reason, as are all that wait', async () => {
    const { draw } = poolOf({ entry: moduleOf("throw new Error('no file descriptors')") })
    const drawn = await Promise.allSettled([draw('draw'), draw('draw'), draw('draw')])
    for (const each of drawn) {
      expect(each).toMatchObject({
        reason: { message: 'The process that draws documents could not start: no file descriptors.' },
      })
      expect(each.status === 'rejected' && each.reason).toBeInstanceOf(DrawingStopped)
    }
  })
})

test('at most one process for each core draws, one document after the other', async () => {
  const { draw } = poolOf()
  const drawn = await Promise.all(Array.from({ length: 20 }, () => draw('draw')))
  expect(new Set(drawn.map(pidOf)).size).toBeLessThanOrEqual(MAX_PROCESSES)
})

test.skipIf(availableParallelism() < 2)('documents are drawn concurrently', async () => {
  const { draw } = poolOf()
  const folder = await temporaryDirectory()
  // Neither ends before the other has begun.
  await expect(Promise.all([draw('meet', folder), draw('meet', folder)])).resolves.toHaveLength(2)
})

test('a document that a client waits for is drawn before samples, by the same process', async () => {
  const { draw, sample } = poolOf()
  const order: string[] = []
  const noted = (name: string) => (drawn: Buffer) => {
    order.push(name)
    return pidOf(drawn)
  }
  const drawn = await Promise.all([
    sample('draw').then(noted('sample')),
    sample('draw').then(noted('sample')),
    draw('draw').then(noted('document')),
  ])
  expect(order).toEqual(['document', 'sample', 'sample'])
  expect(new Set(drawn).size).toBe(1)
})

test('a source that cannot be sent to a process is rejected, and the others are drawn', async () => {
  const { pool, draw } = poolOf()
  const unsendable = { kind: () => 'a function' } as unknown as DocumentSource // no record holds one
  const drawn = [draw('draw'), draw('draw'), pool.draw(unsendable), draw('draw')]
  const [first, , third, last] = await Promise.allSettled(drawn)
  expect(third).toMatchObject({ reason: { message: expect.stringContaining('could not be cloned') } })
  expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled'])
})
