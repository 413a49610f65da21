import { expect, test } from 'vitest'
import { beginSchema } from './begin.form.ts'
import { whoOf } from './disruptions.ts'

const id = '0198a3c2-0000-7000-8000-000000000001'
const typed = { kind: 'closed', from_day: '24.11.2026', reason: 'Wasserschaden' }
const read = (who?: string) => beginSchema('2026-11-23').safeParse({ ...typed, who })

test('who or what is out, or the whole location', () => {
	expect(read(whoOf.resource(id)).data).toMatchObject({
		who: { person: null, resource: id },
		...{ starts_at: '2026-11-24T00:00', ends_at: '2026-11-25T00:00', reason: 'Wasserschaden' },
	})
	expect(read(whoOf.person(id)).data?.who).toEqual({ person: id, resource: null })
	expect(read(whoOf.location).data?.who).toEqual({ person: null, resource: null })
})

test('anything else is an error of that field', () => {
	for (const who of [undefined, '', 'person:', 'room:1', 'location:1', `person:${id}x`, id])
		expect(read(who).error?.issues[0]?.path).toEqual(['who'])
})
