import { keepDrawing } from '../documents/index.ts'

// For all test files of one process: the processes that draw documents take a second of work each to start.
keepDrawing()
