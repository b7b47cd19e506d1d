import type { Check } from '../../check.ts'
import { pdfDownloads } from './downloads.ts'
import { pdfEnvelope } from './envelope.ts'
import { pdfSigned } from './signed.ts'

export const pdfChecks: readonly Check[] = [...pdfEnvelope, ...pdfDownloads, ...pdfSigned]
