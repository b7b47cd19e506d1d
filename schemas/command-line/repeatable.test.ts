import { Command } from 'commander'
import { expect, test } from 'vitest'
import { repeatable } from './repeatable.ts'

const command = () => new Command().addOption(repeatable('--env <name>', 'also set this'))

test('a flag that may be repeated holds all that it was given, and its help says what holds without it', () => {
  const given = (...args: string[]) => command().parse(args, { from: 'user' }).opts()
  expect(given('--env', 'a', '--env', 'b')).toEqual({ env: ['a', 'b'] })
  expect(given()).toEqual({ env: [] })
  expect(command().helpInformation()).toContain('also set this (default: none)')
})
