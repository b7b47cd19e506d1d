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
    summary: 'read the clock of the mock',
    answers: a('desk/shown-clock'),
    answer: ({ mock }) => shownClock(mock.clock),
  },
  {
    method: 'put',
    path: '/clock',
    summary:
      'set, freeze or start the clock: {"now", "frozen"}; {"now": null} sets it to the time of the machine',
    takes: a('desk/clock-input'),
    answers: a('desk/shown-clock'),
    answer: ({ mock, body }) => changeClock(mock, put(body)),
  },
  {
    method: 'post',
    path: '/clock/advance',
    summary: 'advance the clock: {"ms"}',
    takes: MS,
    answers: a('desk/shown-clock'),
    answer: ({ mock, body }) => changeClock(mock, advance(body)),
  },
  {
    method: 'get',
    path: '/stores/:store/clock',
    summary: 'read the clock of a store',
    answers: a('desk/store-clock'),
    answer: (request) => storeClock(request.mock, storeOf(request)),
  },
  {
    method: 'put',
    path: '/stores/:store/clock',
    summary: 'set the own clock of a store: {"now", "frozen"}',
    takes: a('desk/clock-input'),
    answers: a('desk/store-clock'),
    answer: (request) => changeStoreClock(request.mock, storeOf(request), put(request.body)),
  },
  {
    method: 'post',
    path: '/stores/:store/clock/advance',
    summary: 'advance the clock of a store: {"ms"}',
    takes: MS,
    answers: a('desk/store-clock'),
    answer: (request) => changeStoreClock(request.mock, storeOf(request), advance(request.body)),
  },
  {
    method: 'delete',
    path: '/stores/:store/clock',
    summary: 'delete the own clock of a store; it then uses that of the mock',
    answer: (request) => dropStoreClock(request.mock, storeOf(request)),
  },
]
