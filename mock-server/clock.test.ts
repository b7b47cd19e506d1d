import { describe, expect, test } from 'vitest'
import { Clock } from './clock.ts'

describe('the clock', () => {
  let machine = 1000
  const clockAt = (now: number): Clock => {
    machine = now
    return new Clock(undefined, () => machine)
  }

  test('runs with the machine until told otherwise', () => {
    const clock = clockAt(1000)
    machine = 1500
    expect(clock.now()).toBe(1500)
    expect(clock.frozen).toBe(false)
  })

  test('runs on from where it was set', () => {
    const clock = clockAt(1000)
    clock.set(9000, false)
    machine = 1500
    expect(clock.now()).toBe(9500)
  })

  test('stands still when frozen, and runs on from there when thawed', () => {
    const clock = clockAt(1000)
    clock.set(9000, true)
    machine = 1500
    expect(clock.now()).toBe(9000)
    clock.set(clock.now(), false)
    machine = 1600
    expect(clock.now()).toBe(9100)
  })

  test.each([
    [false, 6500],
    [true, 6000],
  ])('is moved on (frozen: %s)', (frozen, expected) => {
    const clock = clockAt(1000)
    clock.set(1000, frozen)
    clock.advance(5000)
    machine = 1500
    expect(clock.now()).toBe(expected)
    expect(clock.frozen).toBe(frozen)
  })

  test('goes back to the machine’s time', () => {
    const clock = clockAt(1000)
    clock.set(9000, true)
    clock.release()
    machine = 1500
    expect(clock.now()).toBe(1500)
    expect(clock.frozen).toBe(false)
  })

  test('goes on after a restart as it stood before', () => {
    const before = clockAt(1000)
    before.set(9000, false)
    const after = new Clock(structuredClone(before.state), () => 3000)
    expect(after.now()).toBe(11000)
  })

  test('gives a new slug each time', () => {
    const clock = new Clock()
    expect(clock.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(clock.uuid()).not.toBe(clock.uuid())
  })
})
