import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { DrawingStopped } from './drawing-thread.ts'
import { DrawingThreads, MOST_THREADS } from './drawing-threads.ts'
import type { DocumentSource } from './source.ts'

/** What runs in a thread in place of the drawing: does as it is told, and answers with the number of its thread. */
const OBEDIENT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { BroadcastChannel, parentPort, threadId } from 'node:worker_threads'
    const others = new BroadcastChannel('meeting of threads that draw')
    let met = () => {}
    let waiting = false
    others.onmessage = ({ data }) => {
      if (data === 'here' && waiting) others.postMessage('here too')
      if (waiting) met()
    }
    others.unref()
    const deeds = {
      loop() { for (;;); },
      grow() { for (const all = []; ; ) all.push(Array.from({ length: 1000 }, Math.random)) },
      crash() { setTimeout(() => { throw new Error('crashed in the background') }) },
      end() { process.exit() },
      meet() {
        waiting = true
        met = () => { waiting = false; deeds.draw() }
        others.postMessage('here')
      },
      draw() { parentPort.postMessage(new Uint8Array([threadId])) },
    }
    parentPort.on('message', (deed) => deeds[deed]())
    parentPort.postMessage('ready')`)}`,
)

function threads(seconds = 60) {
  const all = new DrawingThreads({ seconds, megabytes: 64 }, OBEDIENT)
  // What runs in these threads knows its deeds by name.
  const ask = (deed: string) => all.draw(deed as unknown as DocumentSource)
  return { all, ask, sample: (deed: string) => all.drawSample(deed as unknown as DocumentSource) }
}

describe('a document that cannot be drawn', () => {
  test.each([
    ['takes too long', 'loop', new DrawingStopped('To draw this document takes longer than 2 s.')],
    ['takes too much memory', 'grow', new DrawingStopped('To draw this document takes more than 64 MB.')],
    ['crashes what draws it', 'crash', new Error('crashed in the background')],
    ['ends what draws it', 'end', new Error('The thread that draws documents has ended')],
  ])('because it %s is told, and the next one is drawn', async (_, deed, reason) => {
    const { ask } = threads(deed === 'loop' ? 2 : 60)
    // What happens to a thread that has not said that it is ready is told as that.
    await ask('draw')
    const [failed, drawn] = await Promise.allSettled([ask(deed), ask('draw')])
    expect(failed).toEqual({ status: 'rejected', reason })
    expect(drawn.status).toBe('fulfilled')
    expect(await ask('draw')).toHaveLength(1)
  })
})

test('documents are drawn in as many threads as there are cores, each in one after the other', async () => {
  const { ask } = threads()
  const drawn = await Promise.all(Array.from({ length: 20 }, () => ask('draw')))
  const used = new Set(drawn.map(([thread]) => thread))
  expect(used.size).toBeLessThanOrEqual(MOST_THREADS)
})

test.skipIf(availableParallelism() < 2)(
  'documents that are asked for together are drawn side by side',
  async () => {
    const { ask } = threads()
    // Neither ends before the other has begun.
    await expect(Promise.all([ask('meet'), ask('meet')])).resolves.toHaveLength(2)
  },
)

test('whoever asks goes before samples that are still to be drawn, and starts no other thread for it', async () => {
  const { ask, sample } = threads()
  const order: string[] = []
  const noted = (name: string) => (drawn: Buffer) => {
    order.push(name)
    return drawn[0]
  }
  const drawn = await Promise.all([
    sample('draw').then(noted('sample')),
    sample('draw').then(noted('sample')),
    ask('draw').then(noted('asked for')),
  ])
  expect(order).toEqual(['asked for', 'sample', 'sample'])
  expect(new Set(drawn).size).toBe(1)
})

test('what cannot be sent to a thread is told', async () => {
  const { all, ask } = threads()
  const strange = { kind: () => 'a function' } as unknown as DocumentSource // no record holds one
  const asked = [ask('draw'), ask('draw'), all.draw(strange), ask('draw')]
  const [first, , third, last] = await Promise.allSettled(asked)
  expect(third).toMatchObject({ reason: { name: 'DataCloneError' } })
  expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled'])
})
