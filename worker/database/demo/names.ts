import * as v from "valibot";
import data from "./data/names.json";
import type { Random } from "./random";

type Gender = "M" | "F";
export interface PersonName {
	firstName: string;
	middleName: string | null;
	lastName: string;
	gender: Gender;
	people: string;
	muslim: boolean;
	/** States the family is likely to come from. */
	states: readonly string[];
}

const Names = v.pipe(
	v.string(),
	v.transform((list) => (list.includes("|") ? list.split("|") : list.split(" "))),
);
const OfFaith = v.strictObject({ M: Names, F: Names });
const { christian, muslim, peoples } = v.parse(
	v.strictObject({
		christian: OfFaith,
		muslim: OfFaith,
		peoples: v.record(
			v.string(),
			v.strictObject({
				share: v.number(),
				/** How often the given names are Muslim, and how often Christian; the others are of the language. */
				muslim: v.number(),
				christian: v.number(),
				men: Names,
				women: Names,
				families: Names,
				states: Names,
			}),
		),
	}),
	data,
);

const ready = Object.entries(peoples).map(([people, { men, women, ...entry }]) => ({
	people,
	...entry,
	given: { M: men, F: women },
}));
const shares = ready.map((entry) => [entry, entry.share] as const);

/** Makes a plausible Nigerian name: family, given and middle name agree with one another. */
export const personName = (random: Random): PersonName => {
	const { people, given, families, states, ...custom } = random.weighted(shares);
	const gender: Gender = random.chance(0.52) ? "F" : "M";
	const chance = random.next();
	const isMuslim = chance < custom.muslim;
	const isChristian = !isMuslim && chance < custom.muslim + custom.christian;
	const own = given[gender];
	const other = isMuslim ? muslim[gender] : christian[gender];
	const firstName = random.pick(isMuslim || isChristian ? other : own);
	const lastName = random.pick(families);
	const middle = random.chance(0.72) ? random.pick(isMuslim ? [...other, ...own] : isChristian ? own : other) : null;
	const middleName = middle === firstName || middle === lastName ? null : middle;
	// why: a family name that is also the given name reads like a mistake.
	if (lastName === firstName) return personName(random);
	return { firstName, middleName, lastName, gender, people, muslim: isMuslim, states };
};

/** Writes the name as email addresses spell it. */
export const asciiName = (name: string): string =>
	name
		.normalize("NFD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replaceAll("ɓ", "b")
		.replaceAll("ɗ", "d")
		.replaceAll("ƙ", "k")
		.replace(/[^a-z]/g, "");
