import * as v from "valibot";
import type { NecoResult } from "#worker/contract/forms/form-schema";
import data from "./data/neco.json";
import type { PersonName } from "./names";
import type { Random } from "./random";

const Subjects = v.array(v.tuple([v.string(), v.string()]));
const { always, others, grades } = v.parse(
	v.strictObject({
		/** Names and short names of the subjects: compulsory ones, and those to choose from. */
		always: Subjects,
		others: Subjects,
		/** How often each grade is given. */
		grades: v.array(v.tuple([v.string(), v.number()])),
	}),
	data,
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
