import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { changeLogo } from '#app/features/pictures/logo.server.ts'
import { openPictures, photo, type Role } from './picture-world.ts'

test('a logo is small and without metadata, the old file goes, and only managers change it', async () => {
	const world = await openPictures()
	onTestFinished(() => world.close())
	const { clients } = world
	const { ids, sql } = world.salon
	const files = async () => (await sql`select name from storage.objects order by name`).map(({ name }) => String(name))
	const stored = async () =>
		String((await sql`select logo_path from public.locations where id = ${ids.location}`)[0]?.logo_path)
	const change = async (who: Role, before: string, file?: File) => {
		const form = new FormData()
		form.set('intent', file ? 'logo' : 'remove-logo')
		form.set('logo', before)
		if (file) form.set('file', file)
		return (await changeLogo(clients[who], ids.location, form)).error?.code ?? 'done'
	}
	for (const who of ['staff', 'customer', 'stranger', 'foreigner', 'anon'] as const)
		expect([who, await change(who, '', await photo())]).not.toEqual([who, 'done'])
	expect(await stored()).toBe('')
	expect(await change('manager', '', new File(['<html>'], 'logo.png'))).toBe('image_invalid')
	expect(await change('manager', '', await photo())).toBe('done')
	const first = await stored()
	const { data } = await clients.anon.storage.from('location-images').download(first)
	if (!data) throw new Error(`No file ${first}.`)
	const { format, width, height, exif } = await sharp(Buffer.from(await data.arrayBuffer())).metadata()
	expect({ format, width, height, exif }).toEqual({ format: 'png', width: 256, height: 128, exif: undefined })
	expect(await change('owner', first, await photo())).toBe('done')
	const second = await stored()
	expect(await files()).toEqual([second])
	// Whoever has not seen the second one does not replace it.
	expect(await change('manager', first, await photo())).toBe('wrong_state')
	expect(await change('staff', second)).toBe('wrong_state')
	expect([await stored(), await files()]).toEqual([second, [second]])
	expect(await change('manager', second)).toBe('done')
	expect([await stored(), await files()]).toEqual(['', []])
	const elsewhere = `${ids.foreignLocation}/00000000-0000-4000-8000-000000000001.png`
	const foreign = await clients.manager.from('locations').update({ logo_path: elsewhere }).eq('id', ids.location)
	expect(foreign.error?.message).toMatch(/locations_logo_path/)
})
