import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => void (salon = await openSalon()))
afterAll(() => salon.close())

// With one look-up per file, listing a bucket of 20,000 files took seconds of a core, for anybody with an account.
test('a list of files looks up their owners only once', async () => {
	await salon.sql`insert into storage.objects (bucket_id, name, metadata)
		select bucket, gen_random_uuid() || '/' || gen_random_uuid() || '.webp', '{}'
		from generate_series(1, 2000), (values ('location-images'), ('location-image-sources')) buckets (bucket)`
	await salon.sql`insert into storage.objects (bucket_id, name, metadata)
		values ('location-images', ${`${salon.ids.location}/a.webp`}, '{}')`
	for (const bucket of ['location-images', 'location-image-sources']) {
		const plan = await salon.run(
			salon.user.stranger,
			'explain (analyze, verbose, timing off) select name from storage.objects where bucket_id = $1',
			[bucket],
		)
		const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n')
		expect(text).toContain('picture_folders')
		expect(text).not.toContain('manages_picture')
		const loops = text.split('\n').filter((line) => line.includes('loops='))
		expect(loops.filter((line) => !/loops=[01]\b/.test(line))).toEqual([])
	}
	const list = (who: string) =>
		salon.run(who, `select name from storage.list_folder('location-images', '', '', 'name', false, 100, 0)`)
	expect(await list(salon.user.stranger)).toHaveLength(0)
	expect(await list(salon.user.manager)).toMatchObject([{ name: salon.ids.location }])
})
