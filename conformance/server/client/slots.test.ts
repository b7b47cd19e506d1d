import { setImmediate as aTick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Slots } from './slots.ts'

/** Requests by name, each under way once it has entered; `R` reads and `W` writes. */
function requests(slots: Slots) {
  const underWay: string[] = []
  return {
    underWay,
    send: (...names: string[]) =>
      names.forEach((name) => void slots.enter(name.startsWith('W')).then(() => underWay.push(name))),
    done(name: string) {
      underWay.splice(underWay.indexOf(name), 1)
      slots.leave()
    },
  }
}

describe('with room for three', () => {
  test('the fourth request waits for an end', async () => {
    const { send, done, underWay } = requests(new Slots(3))
    send('R1', 'R2', 'R3', 'R4')
    await aTick()
    expect(underWay).toEqual(['R1', 'R2', 'R3'])
    done('R2')
    await aTick()
    expect(underWay).toEqual(['R1', 'R3', 'R4'])
  })

  test('writes that race start together, and nobody starts before them who came later', async () => {
    const { send, done, underWay } = requests(new Slots(3))
    send('R1', 'R2')
    send('W1', 'W2', 'W3')
    await aTick()
    await aTick()
    send('R3')
    await aTick()
    expect(underWay).toEqual(['R1', 'R2'])
    done('R1')
    await aTick()
    expect(underWay).toEqual(['R2'])
    done('R2')
    await aTick()
    expect(underWay).toEqual(['W1', 'W2', 'W3'])
    done('W2')
    await aTick()
    expect(underWay).toEqual(['W1', 'W3', 'R3'])
  })

  test('of a race of more as many start as there may be', async () => {
    const { send, underWay } = requests(new Slots(3))
    send('W1', 'W2', 'W3', 'W4')
    await aTick()
    await aTick()
    expect(underWay).toEqual(['W1', 'W2', 'W3'])
  })
})

test('what is more urgent goes before others who came earlier', async () => {
  const slots = new Slots(1)
  const begun: string[] = []
  const send = (name: string, urgency?: number) =>
    void slots.enter(false, urgency).then(() => begun.push(name))
  send('first', 1)
  send('less', 2)
  send('more', 3)
  send('as much', 3)
  send('for all')
  for (let left = 0; left < 5; left++) {
    await aTick()
    slots.leave()
  }
  await aTick()
  expect(begun).toEqual(['first', 'for all', 'more', 'as much', 'less'])
})
