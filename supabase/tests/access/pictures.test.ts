import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
	addPicture,
	cropPicture,
	describePicture,
	removePicture,
	wholePicture,
} from '#app/features/pictures/pictures.server.ts'
import { codeOf, type Salon } from '../booking/salon.ts'
import { openPictures, photo, type Role, ROLES } from './picture-world.ts'

// Runs the commands of a location's page as each role, with real files.
const PIXEL = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
	.webp()
	.toBuffer()
type Row = {
	id: string
	path: string
	source_path: string | null
	width: number
	height: number
	color: string
	crop_left: string | null
	crop_width: string | null
}

let salon: Salon
let world: Awaited<ReturnType<typeof openPictures>>
let clients: typeof world.clients

beforeAll(async () => {
	world = await openPictures()
	;({ salon, clients } = world)
})
beforeEach(async () => {
	await salon.sql`delete from public.location_images`
	await salon.sql`delete from storage.objects`
})
afterAll(() => world.close())

const rowsOf = () => salon.sql<Row[]>`
	select * from public.location_images where location_id = ${salon.ids.location} order by position, id`
const filesOf = async (bucket: string) =>
	(await salon.sql`select name from storage.objects where bucket_id = ${bucket} order by name`).map(({ name }) =>
		String(name),
	)
/** Every stored file must belong to a row, and every row must have its files. */
async function expectNothingLost(): Promise<void> {
	const rows = await rowsOf()
	expect(await filesOf('location-images')).toEqual(rows.map((row) => row.path).toSorted())
	expect(await filesOf('location-image-sources')).toEqual(rows.flatMap((row) => row.source_path ?? []).toSorted())
}
async function added(file?: File): Promise<Row> {
	expect(await addPicture(clients.manager, salon.ids.location, file ?? (await photo()), 'Raum')).toMatchObject({
		error: null,
	})
	const row = (await rowsOf()).at(-1)
	if (!row) throw new Error('No picture was added.')
	return row
}
const crop = (who: Role, id: string, wish: Parameters<typeof cropPicture>[3], location = salon.ids.location) =>
	cropPicture(clients[who], location, id, wish).then(({ error }) => error?.code ?? 'done')
const shownFile = async (row: Row) => {
	const { data } = await clients.anon.storage.from('location-images').download(row.path)
	if (!data) throw new Error(`No file ${row.path}.`)
	return sharp(Buffer.from(await data.arrayBuffer()))
}
const current = async (id: string) => (await rowsOf()).find((row) => row.id === id) as Row

test('a crop is shown and undone; the whole picture stays, and no file is left over', async () => {
	const first = await added()
	expect(first).toMatchObject({ width: 800, height: 400, crop_left: null })
	expect(first.source_path).toMatch(new RegExp(`^${salon.ids.location}/`))
	await expectNothingLost()

	expect(await crop('manager', first.id, { left: 0.5, top: 0, width: 0.5, height: 1 })).toBe('done')
	const cropped = await current(first.id)
	expect(cropped).toMatchObject({ width: 400, height: 400, source_path: first.source_path, crop_left: '0.50000' })
	expect(cropped.path).not.toBe(first.path)
	const file = await shownFile(cropped)
	const metadata = await file.metadata()
	expect(metadata).toMatchObject({ width: 400, height: 400, format: 'webp' })
	expect(metadata.exif).toBeUndefined()
	expect((await file.stats()).dominant.r).toBeLessThan(40)
	expect(cropped.color).toMatch(/^#[01].[01].[ef].$/)
	await expectNothingLost()

	// A crop of the whole picture, not of the earlier crop, in the proportions of the search results.
	expect(await crop('owner', first.id, 'start')).toBe('done')
	expect(await current(first.id)).toMatchObject({
		width: 533,
		height: 400,
		crop_left: '0.00000',
		crop_width: '0.66667',
	})
	expect((await (await shownFile(await current(first.id))).stats()).dominant.r).toBeGreaterThan(200)
	await expectNothingLost()

	expect(await crop('manager', first.id, 'whole')).toBe('done')
	expect(await current(first.id)).toMatchObject({ width: 800, height: 400, crop_left: null, crop_width: null })
	await expectNothingLost()
	const { path: kept } = await current(first.id)
	expect(await crop('manager', first.id, 'whole')).toBe('done')
	expect((await current(first.id)).path).toBe(kept)

	expect(await crop('manager', first.id, { left: 0, top: 0, width: 0.3, height: 0.3 })).toBe('done')
	expect((await removePicture(clients.manager, salon.ids.location, first.id)).error).toBeNull()
	expect(await filesOf('location-images')).toEqual([])
	expect(await filesOf('location-image-sources')).toEqual([])
})

test('an older picture without a stored original keeps its present form', async () => {
	const first = await added()
	await salon.sql`update public.location_images set source_path = null where id = ${first.id}`
	await clients.manager.storage.from('location-image-sources').remove([String(first.source_path)])
	expect(await crop('manager', first.id, 'end')).toBe('done')
	const row = await current(first.id)
	expect(row.source_path).not.toBeNull()
	await expectNothingLost()
	expect(await crop('manager', first.id, 'whole')).toBe('done')
	expect(await current(first.id)).toMatchObject({ width: 800, height: 400 })
	await removePicture(clients.manager, salon.ids.location, first.id)
	await expectNothingLost()
})

test('only managers and owners can crop, and only pictures of their own location', async () => {
	const first = await added()
	for (const who of ['staff', 'customer', 'stranger', 'foreigner', 'anon'] as const) {
		const code = await crop(who, first.id, 'start')
		const whole = await wholePicture(clients[who], salon.ids.location, first.id)
		expect({ who, done: code === 'done', whole }).toEqual({ who, done: false, whole: undefined })
	}
	expect(await crop('foreigner', first.id, 'start', salon.ids.foreignLocation)).toBe('picture_not_found')
	expect(await wholePicture(clients.foreigner, salon.ids.foreignLocation, first.id)).toBeUndefined()
	expect(await crop('manager', first.id, 'start', salon.ids.foreignLocation)).toBe('picture_not_found')
	expect((await describePicture(clients.manager, salon.ids.foreignLocation, first.id, 'x')).error?.code).toBe(
		'picture_not_found',
	)
	expect(await current(first.id)).toEqual(first)
	for (const id of [randomUUID(), 'x', '', salon.ids.location])
		expect({ id, code: await crop('manager', id, 'start') }).toEqual({ id, code: 'picture_not_found' })
	expect(await crop('manager', first.id, undefined)).toBe('crop_invalid')
	await expectNothingLost()
	const whole = await wholePicture(clients.manager, salon.ids.location, first.id)
	expect(whole?.type).toMatch(/^image\//)
	await removePicture(clients.manager, salon.ids.location, first.id)
})

test('the whole picture is for managers and owners, the shown one for everyone', async () => {
	const { id, path: shown, source_path } = await added()
	const source = String(source_path)
	for (const who of ROLES) {
		const may = who === 'manager' || who === 'owner'
		const [sources, images] = ['location-image-sources', 'location-images'].map((name) =>
			clients[who].storage.from(name),
		)
		const can = {
			who,
			shown: (await images?.download(shown))?.error === null,
			whole: Boolean((await sources?.download(source))?.data),
			sign: Boolean((await sources?.createSignedUrl(source, 60))?.data),
			list: (await sources?.list(salon.ids.location))?.data?.length ?? 0,
			upload:
				(await sources?.upload(`${salon.ids.location}/neu.webp`, PIXEL, { contentType: 'image/webp' }))?.error === null,
		}
		expect(can).toEqual({ who, shown: true, whole: may, sign: may, list: may ? 1 : 0, upload: may })
		await sources?.remove([`${salon.ids.location}/neu.webp`])
		if (!may) await sources?.remove([source])
	}
	const open = await world.services.backend.fetch(
		new Request(`${world.services.url}/storage/v1/object/public/location-image-sources/${source}`),
	)
	expect(open.status).toBeGreaterThanOrEqual(400)
	const column = await clients.anon.from('location_images').select('source_path').eq('id', id)
	expect(column.error?.code).toBe('42501')
	await expectNothingLost()
	await removePicture(clients.manager, salon.ids.location, id)
})

test('of two simultaneous crops the first one counts, and the other is refused', async () => {
	const first = await added()
	let other = ''
	world.meanwhile.before = async () => void (other = await crop('owner', first.id, 'end'))
	expect(await crop('manager', first.id, 'start')).toBe('wrong_state')
	expect({ other, left: (await current(first.id)).crop_left }).toEqual({ other: 'done', left: '0.33333' })
	await expectNothingLost()
	world.meanwhile.before = () => removePicture(clients.owner, salon.ids.location, first.id)
	expect(await crop('manager', first.id, 'middle')).toBe('wrong_state')
	expect(await rowsOf()).toEqual([])
	await expectNothingLost()
})

test('a file that is not a picture is refused and leaves nothing behind', async () => {
	for (const file of [new File(['<svg/>x'], 'a.png'), new File([], 'b.jpg'), 'text', null])
		expect(await addPicture(clients.manager, salon.ids.location, file, '')).toEqual({
			error: { code: 'image_invalid' },
		})
	expect((await addPicture(clients.staff, salon.ids.location, await photo(), '')).error).toBeTruthy()
	await expectNothingLost()
})

test('the table accepts no invalid crop', async () => {
	const { id } = await added()
	const set = (values: string) =>
		codeOf(salon.run(salon.user.manager, `update public.location_images set ${values} where id = $1`, [id]))
	const part = ([left, top, width, height]: readonly [string, string, string, string]) =>
		set(`crop_left = ${left}, crop_top = ${top}, crop_width = ${width}, crop_height = ${height}`)
	expect(await part(['0.5', '0.2', '0.5', '0.8'])).toBe('no error')
	for (const bad of [
		['0.5', '0', '0.50001', '1'],
		['0', '0.3', '1', '0.8'],
		['-0.1', '0', '0.5', '0.5'],
		['0', '0', '0.04', '1'],
		['0', '0', '1', '0'],
		["'NaN'", '0', '0.5', '0.5'],
		['0', '0', "'NaN'", '0.5'],
		['null', '0', '0.5', '0.5'],
		['0', '0', '0.5', 'null'],
	] as const)
		expect(`${bad.join()}: ${await part(bad)}`).toMatch(/check constraint/)
	expect(await set('source_path = null')).toMatch(/check constraint/)
	expect(await set(`source_path = '${salon.ids.foreignLocation}/${randomUUID()}.webp'`)).toMatch(/check constraint/)
	expect(await set(`location_id = '${salon.ids.foreignLocation}'`)).toMatch(/permission denied/)
})

test('a path is a file of the location itself, or of the demo', async () => {
	const { id } = await added()
	const own = `${salon.ids.location}/${randomUUID()}`
	const set = (column: string, path: string) =>
		codeOf(salon.run(salon.user.manager, `update public.location_images set ${column} = $2 where id = $1`, [id, path]))
	for (const good of [`${own}.webp`, `${own}.jpg`]) {
		expect(await set('path', good)).toBe('no error')
		expect(await set('source_path', good)).toBe('no error')
	}
	expect(await set('path', 'demo/beauty-1.webp')).toBe('no error')
	for (const bad of [
		...['', '..', '../../../auth/v1/logout', '/etc/passwd', 'https://evil.example/a.webp', '//evil.example/a.webp'],
		...[
			own,
			`${own}.svg`,
			`${own}.webp/..`,
			`${own}.webp?x`,
			`${own}.webp#`,
			`${own}.webp\n`,
			`${own}.webp\nx`,
			` ${own}.webp`,
		],
		...[`${salon.ids.location}/../a.webp`, `${salon.ids.location}/..%2fa.webp`, `${salon.ids.location}/a.webp`],
		...[`${salon.ids.foreignLocation}/${randomUUID()}.webp`, `x${own}.webp`, `${own.toUpperCase()}.webp`],
		...['demo/../a.webp', 'demo/.webp', 'demo/a/b.webp', 'demo/a.b.webp', `demo/${'a'.repeat(81)}.webp`],
	]) {
		expect(`${bad}: ${await set('path', bad)}`).toMatch(/check constraint/)
		expect(`${bad}: ${await set('source_path', bad)}`).toMatch(/check constraint/)
		if (bad === '') continue
		const face = salon.run(salon.user.manager, 'update public.employees set image_path = $2 where id = $1', [
			salon.ids.anna,
			bad,
		])
		expect(`${bad}: ${await codeOf(face)}`).toMatch(/check constraint/)
	}
})

test('where the whole picture is, is for managers and owners', async () => {
	const { id, path: shown, source_path } = await added()
	for (const who of ROLES) {
		const column = await clients[who].from('location_images').select('source_path').eq('id', id)
		const asked = await clients[who].rpc('picture_files', { p_location: salon.ids.location, p_id: id })
		const foreign = await clients[who].rpc('picture_files', { p_location: salon.ids.foreignLocation, p_id: id })
		const may = who === 'manager' || who === 'owner'
		expect({ who, column: column.error?.code, files: asked.data ?? [], foreign: foreign.data ?? [] }).toEqual({
			...{ who, column: '42501', foreign: [] },
			files: may ? [{ path: shown, source_path, crop_left: null }] : [],
		})
	}
	await removePicture(clients.manager, salon.ids.location, id)
})

test('strangers get files by their address and no list of them', async () => {
	const { id, path: shown } = await added()
	for (const state of ['published', 'draft'] as const) {
		await salon.sql`update public.locations set state = ${state} where id = ${salon.ids.location}`
		for (const who of ROLES) {
			const bucket = clients[who].storage.from('location-images')
			const [folders, folder] = [await bucket.list(), await bucket.list(salon.ids.location)]
			const paged = await bucket.listV2({ prefix: salon.ids.location })
			const listed = [folders.data?.length, folder.data?.length, paged.data?.objects.length]
			const many = who === 'manager' || who === 'owner' ? 1 : 0
			const loaded = (await bucket.download(shown)).error
			expect({ who, state, listed, loaded }).toEqual({ who, state, listed: [many, many, many], loaded: null })
		}
	}
	await salon.sql`update public.locations set state = 'published' where id = ${salon.ids.location}`
	await removePicture(clients.manager, salon.ids.location, id)
	await expectNothingLost()
})

test('the migration removes only files that broke the new rules', async () => {
	const good = await added()
	const bad = await added()
	const half = await added()
	await crop('manager', half.id, 'start')
	await salon.sql.unsafe(`alter table public.location_images drop constraint location_images_path,
		drop constraint location_images_check; alter table public.employees drop constraint employees_image_path`)
	await salon.sql`update public.location_images set path = '../../x' where id = ${bad.id}`
	await salon.sql`update public.location_images set source_path = ${`${salon.ids.location}/../x.webp`} where id = ${half.id}`
	await salon.sql`update public.employees set image_path = 'x' where id = ${salon.ids.anna}`
	const folder = path.join(import.meta.dirname, '..', '..', 'migrations')
	const files = await fs.readdir(folder)
	const [rules = '', cleaning = ''] = await Promise.all(
		['_picture_paths.sql', '_picture_paths_valid.sql'].map((end) =>
			fs.readFile(path.join(folder, String(files.find((file) => file.endsWith(end)))), 'utf8'),
		),
	)
	await salon.sql.unsafe(
		rules.slice(0, rules.indexOf('drop policy')).replace('drop constraint location_images_check,', ''),
	)
	await salon.sql.begin((sql) => sql.unsafe(cleaning))
	expect(await rowsOf()).toEqual([
		good,
		expect.objectContaining({ id: half.id, source_path: null, crop_left: null, crop_width: null }),
	])
	const [face] = await salon.sql`select image_path from public.employees where id = ${salon.ids.anna}`
	expect(face?.image_path).toBe('')
	expect(await salon.sql`select conname from pg_constraint where not convalidated`).toEqual([])
})
