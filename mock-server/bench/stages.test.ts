import { expect, test } from 'vitest'
import { sharesOf } from './stages.ts'

const frame = (functionName: string, url = '') => ({
  functionName,
  scriptId: '0',
  url,
  lineNumber: 0,
  columnNumber: 0,
})

test('what is native counts with its caller, and what the profiler does with nobody', () => {
  const nodes = [
    { id: 1, callFrame: frame('(root)'), children: [2, 4] },
    { id: 2, callFrame: frame('issue', 'file:///kit/mock-server/rules/create-invoice.js'), children: [3] },
    { id: 3, callFrame: frame('stringify') },
    { id: 4, callFrame: frame('post', 'node:inspector'), children: [5] },
    { id: 5, callFrame: frame('dispatch') },
  ]
  const shares = sharesOf({
    nodes,
    startTime: 0,
    endTime: 0,
    samples: [1, 2, 3, 5],
    timeDeltas: [10, 10, 20, 1000],
  })
  expect(shares.rule).toBe(0.75)
  expect(shares['socket and HTTP']).toBe(0.25)
})
