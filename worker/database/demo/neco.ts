import type { NecoResult } from "#worker/contract/forms/form-schema";
import type { PersonName } from "./names";
import type { Random } from "./random";

const always: readonly (readonly [string, string])[] = [
	["English Language", "ENG"],
	["Mathematics", "MTH"],
	["Civic Education", "CIV"],
];
const others: readonly (readonly [string, string])[] = [
	["Biology", "BIO"],
	["Chemistry", "CHM"],
	["Physics", "PHY"],
	["Economics", "ECO"],
	["Geography", "GEO"],
	["Government", "GOV"],
	["Literature in English", "LIT"],
	["Agricultural Science", "AGR"],
	["Commerce", "COM"],
	["Data Processing", "DAP"],
	["Further Mathematics", "FMT"],
];
const grades: readonly (readonly [string, number])[] = [
	["A1", 9],
	["B2", 14],
	["B3", 22],
	["C4", 20],
	["C5", 13],
	["C6", 12],
	["D7", 5],
	["E8", 3],
	["F9", 2],
];

/** A NECO result (§3), as the examination body would answer it. */
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
