import { test } from 'vitest'
import { createFixture } from './fixture.ts'
test('x', async () => {
	const f = await createFixture()
	console.log(
		await f.database
			.sql`select relacl::text, has_table_privilege('anon','public.people','select') from pg_class where relname='people' and relnamespace='public'::regnamespace`,
	)
	console.log(await (await f.request('/rpc/claims')).text())
	console.log(await (await f.request('/people?select=name')).text())
	await f.drop()
})
