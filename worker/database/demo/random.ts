/** Random values that are the same for the same seed. */
export interface Random {
	/** At least 0 and below 1. */
	next(): number;
	/** A whole number, both ends included. */
	between(from: number, to: number): number;
	chance(probability: number): boolean;
	pick<T>(from: readonly T[]): T;
	/** Picks by weights, in any unit. */
	weighted<T>(from: readonly (readonly [T, number])[]): T;
	/** Picks different members, at most `count`, in random order. */
	sample<T>(from: readonly T[], count: number): T[];
	/** An id: the letter of its kind, and 12 characters. */
	id(kind: string): string;
	/** Characters of an alphabet. */
	text(length: number, alphabet: string): string;
}

const base36 = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Makes a drawn id begin with its place among those of its kind, so that neighbours lie side by side. @param place below 60 million */
export const inOrder = (drawn: string, place: number): string =>
	drawn[0] + place.toString(36).padStart(5, "0") + drawn.slice(6);

/** Returns a 32-bit number for the parts of a seed (FNV-1a). */
const hash = (text: string, start: number): number => {
	let value = start;
	for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619);
	return value >>> 0;
};

/** Returns a generator (sfc32) for a seed of any parts: `createRandom(1, "crestfield", "applicant", 17)`. */
export const createRandom = (...seed: (string | number)[]): Random => {
	const text = seed.join("/");
	let [a, b, c, counter] = [hash(text, 0x811c9dc5), hash(text, 0x9e3779b9), hash(text, 0x85ebca6b), 1];
	const next = () => {
		const sum = (a + b + counter) | 0;
		counter = (counter + 1) | 0;
		a = b ^ (b >>> 9);
		b = (c + (c << 3)) | 0;
		c = (((c << 21) | (c >>> 11)) + sum) | 0;
		return (sum >>> 0) / 4294967296;
	};
	for (let round = 0; round < 12; round++) next();

	const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
	const characters = (length: number, alphabet: string) => {
		let out = "";
		for (let index = 0; index < length; index++) out += alphabet[Math.floor(next() * alphabet.length)];
		return out;
	};
	const pick = <T>(from: readonly T[]): T => {
		if (from.length === 0) throw new Error("Nothing to pick from");
		return from[Math.floor(next() * from.length)] as T;
	};
	return {
		next,
		between,
		chance: (probability) => next() < probability,
		pick,
		weighted: (from) => {
			let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
			for (const [value, weight] of from) {
				left -= weight;
				if (left < 0) return value;
			}
			return pick(from)[0];
		},
		sample: (from, count) => {
			const left = [...from];
			return Array.from({ length: Math.min(count, left.length) }, () => {
				const [taken] = left.splice(between(0, left.length - 1), 1);
				return taken as (typeof left)[number];
			});
		},
		id: (kind) => kind + characters(12, base36),
		text: characters,
	};
};
