import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const APP = path.join(import.meta.dirname, '..')
/** What visitors and the operator see is outside the frame that asks. */
const PUBLIC =
	/features\/(accounts|booking|catalogue|contact|content-reports|decisions|legal|listing|operator|opt-out|orders|own-data|partners|request)\/|events\/(seats|wait)-form|routes\/(operator|public|auth|profile|resources)\//
/** Forms that are answered on another page, or beside the form. */
const ELSEWHERE = [
	'features/disruptions/event-rows.tsx',
	'features/disruptions/item-row.tsx',
	'features/events/participants.tsx',
	'features/offers/offer-list.tsx',
	'features/appointments/actions.tsx',
	'routes/admin/customers-imports.tsx',
	'routes/admin/company-new.tsx',
]
/** Forms that choose what to do next rather than what to store. */
const FLEETING = [
	'features/appointments/actions.tsx',
	'features/appointments/request-list.tsx',
	'features/shell/location-switch.tsx',
	'routes/public/review.tsx',
	'ui/column-choice.tsx',
	'ui/list.tsx',
	'ui/saved-views.tsx',
]

const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.tsx'))
	.map((file) => ({ file, text: readFileSync(path.join(APP, file), 'utf8') }))
const holding = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('the frame around all pages of the admin asks before a changed form is left, and nothing else does', () => {
	expect(holding(/<AskBeforeLeaving/)).toEqual(['routes/layouts/default-admin.tsx'])
	expect(holding(/useBlocker\(/)).toEqual(['ui/leaving.tsx'])
	expect(
		holding(/data-fleeting(?!\))/)
			.filter((file) => file !== 'ui/leaving.tsx')
			.toSorted(),
	).toEqual(FLEETING)
})

test('every form of the admin says when what was sent is not saved', () => {
	const silent = holding(/<Form\b[^>]*method="post"/)
		.filter((file) => !PUBLIC.test(file) && !ELSEWHERE.includes(file) && !FLEETING.includes(file))
		.filter((file) => {
			const text = files.find((one) => one.file === file)?.text ?? ''
			return (
				/Field\b|<Tick|<TextArea|<select|<textarea|type="(?:checkbox|radio|text)"/.test(text) &&
				!/<FormMessage|<Unsaved/.test(text)
			)
		})
	expect(silent).toEqual([])
})
