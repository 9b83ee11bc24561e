import type { PersonName } from "./names";
import type { Random } from "./random";

const files = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => `${String(from + index).padStart(2, "0")}.jpg`);

const women = { bare: files(1, 14), hijab: files(15, 19), headTie: files(20, 20) };
const men = { bare: files(21, 33), kufi: files(34, 38), fila: files(39, 40) };

/** Pictures in ./photos: drawings of nobody. */
export const portraitFiles = files(1, 40);

export const portraitKey = (file: string): string => `demo/photos/${file}`;

/** Picks a picture that suits the person: a hijab or a kufi for many Muslims, a fila for some Yoruba men. */
export const portraitOf = (random: Random, { gender, muslim, people }: PersonName): string => {
	if (gender === "F") {
		if (muslim) return random.pick(random.chance(0.85) ? women.hijab : women.bare);
		return random.pick(people === "Yoruba" && random.chance(0.12) ? women.headTie : women.bare);
	}
	if (muslim) return random.pick(random.chance(0.55) ? men.kufi : men.bare);
	return random.pick(people === "Yoruba" && random.chance(0.15) ? men.fila : men.bare);
};
