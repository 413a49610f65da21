import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '#app/features/transfers/archive.ts'
import { openArchive } from '#app/features/transfers/read-archive.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { SALON_ANNA } from '#supabase/seeds/demo/cast.ts'
import { fillSalon } from './full-salon.ts'
import { exportOf, importInto, type Installation, openInstallation } from './installation.ts'

let here: Installation
let elsewhere: Installation
let first: Blob

beforeAll(async () => {
	;[here, elsewhere] = await Promise.all([openInstallation('demo'), openInstallation('empty')])
	await fillSalon(here.sql, serverClient(here.services))
	first = await exportOf(here, SALON_ANNA.companyId, SALON_ANNA.owner.userId)
}, 180_000)
afterAll(() => Promise.all([here.close(), elsewhere.close()]))

const sumsOf = async (file: Blob): Promise<Manifest['tables']> => (await openArchive(file)).manifest.tables

test('every table has rows in this test', async () => {
	expect((await sumsOf(first)).filter(({ rows }) => rows === 0)).toEqual([])
})

test.each(['the same installation', 'another installation'])(
	'what comes back out of %s is what went in',
	async (place) => {
		const target = place === 'the same installation' ? here : elsewhere
		const { owner, company, fault } = await importInto(target, first)
		expect(fault).toBe('')
		const second = await exportOf(target, company, owner)
		expect(await sumsOf(second)).toEqual(await sumsOf(first))
		const [before, after] = await Promise.all([openArchive(first), openArchive(second)])
		expect([before.manifest.pictures, after.manifest.pictures]).toEqual([3, 3])
		const [image] = await target.sql`select image.id, image.path from public.location_images image
		join public.locations place on place.id = image.location_id where place.company_id = ${company} and image.source_path is not null`
		const { data } = await serverClient(target.services).storage.from('location-images').download(String(image?.path))
		expect(data?.size).toBeGreaterThan(0)
		// Nothing is public, nobody is written to, and nothing of the old company has moved.
		const [state] =
			await target.sql`select (select array_agg(distinct state) from public.locations where company_id = ${company}) as locations,
		(select count(*)::integer from public.messages where company_id = ${company} and state in ('queued', 'sending')) as mails,
		(select name from public.companies where id = ${company}) as name`
		expect(state).toMatchObject({ locations: ['draft'], mails: 0, name: SALON_ANNA.name })
		expect(await sumsOf(await exportOf(here, SALON_ANNA.companyId, SALON_ANNA.owner.userId))).toEqual(
			await sumsOf(first),
		)
	},
)

test('the imported appointments hold their time', async () => {
	const { company } = await importInto(elsewhere, first)
	const [visit] = await elsewhere.sql`select one.subject, one.minutes from public.occupancies one
		join public.appointments visit on visit.id = one.source where visit.company_id = ${company} limit 1`
	await expect(elsewhere.sql`insert into public.occupancies (subject, minutes, source, position, kind)
		values (${visit?.subject}, ${visit?.minutes}, gen_random_uuid(), 0, 'line')`).rejects.toThrow(
		'occupancies_no_overlap',
	)
})
