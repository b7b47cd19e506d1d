import { setImmediate as aTick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { check, type Step } from '../judge/check.ts'
import type { Touches } from '../judge/touches.ts'
import { inTurn } from './in-turn.ts'

const step = (name: string, touches?: Touches): Step =>
  check('list.envelope', { name, run: async () => {}, ...(touches && { touches }) })

const reads = (name: string) => step(name, { customers: 'sees' })
const own = (name: string) => step(name, { customers: 'uses' })
const writes = (name: string) => step(name, { customers: 'changes' })

/** What is under way, and what ends a step. */
function performed(steps: readonly Step[], most = 8) {
  const underWay: string[] = []
  const ends = new Map<string, () => void>()
  const whole = inTurn(steps, {
    most,
    async perform({ name }) {
      underWay.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      underWay.splice(underWay.indexOf(name), 1)
    },
  })
  const end = async (name: string) => {
    ends.get(name)?.()
    await aTick()
    return underWay
  }
  return { underWay, end, whole }
}

describe('steps that are performed in turn', () => {
  test('look at one place together; who changes it waits for them, and who looks at it then for that', async () => {
    const { underWay, end, whole } = performed([reads('a'), reads('b'), writes('c'), reads('d')])
    expect(underWay).toEqual(['a', 'b'])
    expect(await end('a')).toEqual(['b'])
    expect(await end('b')).toEqual(['c'])
    expect(await end('c')).toEqual(['d'])
    await end('d')
    await whole
  })

  test('change different places together, and one that says nothing of what it touches is alone', async () => {
    const { underWay, end } = performed([
      writes('a'),
      step('b', { templates: 'changes' }),
      step('c'),
      step('d', {}),
    ])
    expect(underWay).toEqual(['a', 'b', 'd'].toSorted())
    await end('a')
    await end('d')
    expect(await end('b')).toEqual(['c'])
  })

  test('are no more than may be; those that others wait for go first', async () => {
    const { underWay, end } = performed([reads('a'), step('b', {}), reads('c'), writes('d')], 2)
    expect(underWay).toEqual(['a', 'c'])
    expect(await end('a')).toEqual(['c', 'b'])
  })

  test('that are to be performed again are alone then: after what is under way beside them, and before what follows', async () => {
    const begun: string[] = []
    const ends = new Map<string, (doubt?: Error) => void>()
    const whole = inTurn([own('a'), own('b'), own('c')], {
      most: 2,
      async perform({ name }, { doubt }) {
        begun.push(doubt ? `${name} ${doubt.message}` : name)
        return new Promise((end) => ends.set(name, end))
      },
    })
    const end = async (name: string, doubt?: Error) => {
      ends.get(name)?.(doubt)
      for (let tick = 0; tick < 3; tick++) await aTick()
      return begun
    }
    expect(await end('a', new Error('alone'))).toEqual(['a', 'b'])
    expect(await end('b')).toEqual(['a', 'b', 'a alone'])
    expect(await end('a')).toEqual(['a', 'b', 'a alone', 'c'])
    await end('c')
    await whole
  })
})
