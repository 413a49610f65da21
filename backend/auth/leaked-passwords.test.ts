import { createRequire } from 'node:module'
import * as fs from 'node:fs/promises'
import { expect, it } from 'vitest'
import { isLeaked } from './leaked-passwords.ts'

it('knows every password of the list, in upper and lower case', async () => {
	const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
	const list = JSON.parse(await fs.readFile(file, 'utf8')) as string[]
	expect(list.length).toBeGreaterThan(40_000)
	const unknown: string[] = []
	for (const password of list) if (!(await isLeaked(password.toUpperCase()))) unknown.push(password)
	expect(unknown).toEqual([])
})

it.each(['passwort123', 'Hallo1234', 'asdfghjklö', 'qwertzuiop'])('knows %s', async (password) => {
	expect(await isLeaked(password)).toBe(true)
})

it('takes no other password for a leaked one', async () => {
	const taken: string[] = []
	for (let number = 0; number < 20_000; number++) {
		const password = `fahrrad-${number}-Zwiebel`
		if (await isLeaked(password)) taken.push(password)
	}
	expect(taken).toEqual([])
	expect(await isLeaked('')).toBe(false)
})
