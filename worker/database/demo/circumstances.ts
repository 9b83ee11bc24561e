import * as v from "valibot";
import type { NecoResult } from "#worker/contract/forms/form-schema";
import states from "#worker/contract/forms/lgas.json";
import data from "./data/circumstances.json";
import necoData from "./data/neco.json";
import proseData from "./data/prose.json";
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

const Subjects = v.array(v.tuple([v.string(), v.string()]));
const { always, others, grades } = v.parse(
	v.strictObject({
		/** Names and short names of the subjects: compulsory ones, and those to choose from. */
		always: Subjects,
		others: Subjects,
		grades: v.array(v.tuple([v.string(), v.number()])),
	}),
	necoData,
);

/** Makes a NECO result (§3), as the examination body would return it. */
export const necoResult = (random: Random, person: PersonName, year: number): NecoResult => ({
	firstName: person.firstName.toUpperCase(),
	middleName: person.middleName?.toUpperCase(),
	lastName: person.lastName.toUpperCase(),
	registrationNumber: `${random.text(8, "0123456789")}${random.text(2, "ABCDEFGHJK")}`,
	examination: `SSCE Internal ${year}`,
	gender: person.gender,
	subjects: [...always, ...random.sample(others, random.between(5, 6))].map(([name, shortName]) => ({
		name,
		shortName,
		grade: random.weighted(grades),
	})),
});

const { statement, reports } = proseData;

/** Writes an applicant's statement, as the rich-text editor saves it. */
export const statementText = (random: Random, courseTitle: string): string => {
	const course = courseTitle.replace(/ \(.*\)$/, "");
	const opening = random.pick(statement.openings).replace("{course}", course);
	const list = random.chance(0.25) ? "<ul><li>Hardworking</li><li>Punctual</li><li>Good with people</li></ul>" : "";
	return `<p>${opening} ${random.pick(statement.middles)}</p>${list}<p><strong>${course}</strong> is my first choice. ${random.pick(statement.ends)}</p>`;
};

export const reportText = (random: Random, { firstName, gender }: PersonName): string => {
	const [they, them] = gender === "F" ? ["she", "her"] : ["he", "him"];
	const text = random
		.pick(reports)
		.replace("{name}", firstName)
		.replaceAll("{they}", they)
		.replaceAll("{They}", they === "she" ? "She" : "He")
		.replaceAll("{them}", them);
	return `<p>${text}</p>`;
};
