import states from "#worker/contract/forms/lgas.json";
import data from "./data/circumstances.json";
import { optionsOf } from "./form-designs";
import type { PersonName } from "./names";
import type { Random } from "./random";

export const { streets, universities, employers, jobs, prizes } = data;
export const phone = (random: Random) => `0800 ${random.text(3, "123456789")} ${random.text(4, "0123456789")}`;

export const schoolOf = (random: Random, { muslim, gender }: PersonName, town: unknown) => {
	const faith = muslim ? ["Islamic College", "Ansar-ud-Deen College"] : ["Baptist High School", "Holy Rosary College"];
	const single = gender === "F" ? "Girls' High School" : "Boys' High School";
	return `${random.pick([...data.schools, ...faith, single])}, ${town}`;
};
export const sponsorOf = (random: Random) =>
	random.weighted(optionsOf("sponsor").map((sponsor, index) => [sponsor, [70, 14, 8, 6, 2][index] ?? 1] as const));

/** Picks the origin of a person: a state in which the family name is common, and one of its areas. */
export const originOf = (random: Random, person: Pick<PersonName, "states">) => {
	const state = random.chance(0.93) ? random.pick(person.states) : random.pick(states).state;
	const found = states.find((entry) => entry.state === state) ?? random.pick(states);
	return { state: found.state, lga: random.pick(found.lgas) };
};

export const stateName = (state: string) => (state.startsWith("Federal") ? "Abuja" : `${state} State`);

export const period = (from: number, years: number) => ({ from: `${from}-09-12`, to: `${from + years}-07-20` });
