import {
  advance,
  changeClock,
  changeStoreClock,
  dropStoreClock,
  put,
  shownClock,
  storeClock,
} from '../desk/clock.ts'
import { a, fields, NUMBER } from './shape.ts'
import { storeOf, type AdminRoute } from './route.ts'

const MS = fields({
  ms: { ...NUMBER, description: 'How far, in milliseconds; a negative number leads back.' },
})

export const CLOCK_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/clock',
    summary: "the mock's clock",
    answers: a('desk/shown-clock'),
    answer: ({ mock }) => shownClock(mock.clock),
  },
  {
    method: 'put',
    path: '/clock',
    summary: 'set it, freeze it or let it run: {"now", "frozen"}; {"now": null} is the machine\'s time',
    takes: a('desk/clock-input'),
    answers: a('desk/shown-clock'),
    answer: ({ mock, body }) => changeClock(mock, put(body)),
  },
  {
    method: 'post',
    path: '/clock/advance',
    summary: 'move it on: {"ms"}',
    takes: MS,
    answers: a('desk/shown-clock'),
    answer: ({ mock, body }) => changeClock(mock, advance(body)),
  },
  {
    method: 'get',
    path: '/stores/:store/clock',
    summary: 'the clock that holds for a store, and whether it is its own',
    answers: a('desk/store-clock'),
    answer: (request) => storeClock(request.mock, storeOf(request)),
  },
  {
    method: 'put',
    path: '/stores/:store/clock',
    summary: 'give a store a clock of its own, or set it: {"now", "frozen"}',
    takes: a('desk/clock-input'),
    answers: a('desk/store-clock'),
    answer: (request) => changeStoreClock(request.mock, storeOf(request), put(request.body)),
  },
  {
    method: 'post',
    path: '/stores/:store/clock/advance',
    summary: 'move the clock of a store alone: {"ms"}',
    takes: MS,
    answers: a('desk/store-clock'),
    answer: (request) => changeStoreClock(request.mock, storeOf(request), advance(request.body)),
  },
  {
    method: 'delete',
    path: '/stores/:store/clock',
    summary: "take its own clock away, so that the mock's holds",
    answer: (request) => dropStoreClock(request.mock, storeOf(request)),
  },
]
