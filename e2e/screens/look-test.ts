import { test as base } from '@playwright/test'
import type { Look } from './show-screen.ts'

/** A test with the theme and the language of its project. */
export const test = base.extend<{ look: Look }>({ look: [{ theme: 'light', lang: 'fr' }, { option: true }] })
