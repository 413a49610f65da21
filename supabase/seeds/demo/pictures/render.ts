import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Scene } from './scene.ts'
import { picture, paletteOf } from './svg.ts'

export function svgOf(scene: Scene, hue: number): string {
	const p = paletteOf(hue, scene)
	return picture(p, scene.draw(p))
}
void createHash
void Readable
void sharp
