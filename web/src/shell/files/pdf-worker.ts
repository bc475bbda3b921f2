// The thread that reads PDF documents: that of pdf.js, for browsers that lack functions it calls.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
import { addMissingFunctions } from '../../lib/older-browsers.ts'

addMissingFunctions()
