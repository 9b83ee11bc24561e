import type { FormData, FormLayout, RepeatCounts } from "#worker/contract/forms/form-schema";
import { layOut, slotsOf } from "#worker/contract/forms/form-slots";
import {
	employers,
	jobs,
	necoResult,
	originOf,
	period,
	phone,
	prizes,
	reportText,
	schoolOf,
	sponsorOf,
	statementText,
	stateName,
	streets,
	universities,
} from "./circumstances";
import { optionsOf } from "./form-designs";
import { type PersonName, personName } from "./names";
import type { Random } from "./random";
import { day, isoDate } from "./times";

interface Answers {
	data: FormData;
	repeats: RepeatCounts;
}
interface AnswersOf {
	person: PersonName;
	email: string;
	courseTitle: string;
	at: number;
	layout: FormLayout;
}

const personal = (random: Random, { person, email, at }: AnswersOf, youngest: number, oldest: number): FormData => {
	const origin = originOf(random, person);
	return {
		gender: person.gender,
		dateOfBirth: isoDate(at - (youngest + random.next() * (oldest - youngest)) * 365.25 * day),
		maritalStatus: random.chance(youngest > 20 ? 0.35 : 0.03) ? "Married" : "Single",
		phone: phone(random),
		email,
		nationality: "Nigeria",
		origin,
		address: `${random.between(1, 120)} ${random.pick(streets)}, ${origin.lga}, ${stateName(origin.state)}`,
		nin: random.text(11, "0123456789"),
		hometown: origin.lga.replace(/ (North|South|East|West|Central|Municipal).*$/, ""),
	};
};

const kin = (random: Random, { person }: AnswersOf, address: unknown): FormData => {
	const relative = personName(random);
	const title = relative.gender === "M" ? (person.muslim ? "Alhaji" : "Mr") : person.muslim ? "Hajiya" : "Mrs";
	return { kinName: `${title} ${relative.firstName} ${person.lastName}`, kinPhone: phone(random), kinAddress: address };
};

const jamb = (random: Random, at: number): FormData => ({
	jambNumber: `${new Date(at).getUTCFullYear()}${random.text(8, "0123456789")}${random.text(2, "ABCDEFGHJK")}`,
	jambScore: Math.round(180 + (random.next() + random.next() + random.next()) * 55),
});

/** Makes the few answers that an applicant of the undergraduate form cannot leave out. */
export const leanAnswers = (random: Random, of: AnswersOf): Answers => {
	const { gender, dateOfBirth, phone: number, email, nationality, origin, address } = personal(random, of, 16.2, 23);
	return {
		data: {
			gender,
			dateOfBirth,
			phone: number,
			email,
			nationality,
			origin,
			address,
			kinName: `Mr ${of.person.lastName}`,
			...jamb(random, of.at),
			declared: true,
		},
		repeats: { sections: {}, rows: {} },
	};
};

/** Makes all answers, for the sections that the form has. */
export const fullAnswers = (random: Random, of: AnswersOf): Answers => {
	const has = (section: string) => of.layout.sections.some(({ id }) => id === section);
	const year = new Date(of.at).getUTCFullYear();
	const repeats: RepeatCounts = { sections: {}, rows: {} };
	const data: FormData = has("degrees") ? personal(random, of, 22, 41) : personal(random, of, 16.2, 23);
	Object.assign(data, kin(random, of, data.address));
	const times = (
		kind: keyof RepeatCounts,
		id: string,
		count: number,
		answer: (suffix: string, index: number) => FormData,
	) => {
		if (count > 1) repeats[kind][id] = count;
		for (let index = 0; index < count; index++) Object.assign(data, answer(index === 0 ? "" : `__${index + 1}`, index));
	};

	if (has("schools"))
		times("sections", "schools", random.chance(0.6) ? 2 : 1, (suffix, index) => ({
			[`schoolName${suffix}`]: schoolOf(random, of.person, data.hometown),
			[`schoolPeriod${suffix}`]: period(year - 6 - index * 6, 6),
			[`qualification${suffix}`]:
				index === 0 ? random.pick(["WASSCE", "NECO SSCE"]) : "First School Leaving Certificate",
		}));
	if (has("utme")) {
		Object.assign(data, jamb(random, of.at));
		const chosen = [
			"Use of English",
			...random.sample(["Mathematics", "Physics", "Chemistry", "Biology", "Economics", "Government"], 3),
		];
		times("rows", "utme-subject-row", 4, (suffix, index) => ({
			[`utmeSubject${suffix}`]: chosen[index],
			[`utmeScore${suffix}`]: Math.round(Number(data.jambScore) / 4) + (index % 2 === 0 ? 3 : -3),
		}));
	}
	if (has("results"))
		times("sections", "results", random.chance(0.22) ? 2 : 1, (suffix, index) => ({
			[`necoResult${suffix}`]: necoResult(random, of.person, year - index),
		}));
	if (has("prizes") && random.chance(0.5))
		times("rows", "prize-row", random.between(1, 3), (suffix, index) => ({
			[`prize${suffix}`]: prizes[(year + index + random.between(0, 3) * 2) % prizes.length],
			[`prizeYear${suffix}`]: year - 1 - index,
		}));
	if (has("degrees"))
		times("sections", "degrees", random.chance(0.25) ? 2 : 1, (suffix, index) => ({
			[`university${suffix}`]: random.pick(universities),
			[`degreeTitle${suffix}`]: index === 0 ? "BSc, with honours" : "National Diploma",
			[`degreeClass${suffix}`]: random.pick([
				"First Class",
				"Second Class Upper",
				"Second Class Upper",
				"Second Class Lower",
			]),
			[`degreePeriod${suffix}`]: period(year - 7 - index * 3, index === 0 ? 4 : 2),
		}));
	if (has("employment"))
		times("rows", "job-row", random.between(1, 2), (suffix, index) => ({
			[`employer${suffix}`]: random.pick(employers),
			[`jobTitle${suffix}`]: random.pick(jobs),
			[`jobPeriod${suffix}`]: period(year - 2 - index * 2, 2),
		}));
	if (has("study-plan")) {
		data.attendance = random.chance(0.85) ? "Full time" : "Evening";
		if (data.attendance === "Evening") data.evenings = ["Tuesday", "Thursday"];
	}
	return {
		data: {
			...data,
			statement: statementText(random, of.courseTitle),
			heardFrom: has("statement") ? random.pick(optionsOf("heardFrom")) : undefined,
			sponsor: has("statement") || has("study-plan") ? sponsorOf(random) : undefined,
			hostel: random.chance(0.55),
			declared: true,
		},
		repeats,
	};
};

export const refereeAnswers = (random: Random, person: PersonName): FormData => ({
	refereeRelationship: random.pick(optionsOf("refereeRelationship")),
	refereeYears: random.between(1, 9),
	refereeReport: reportText(random, person),
	refereeRecommends: random.chance(0.95),
});

/** Keeps the answers of the first sections, as of somebody who stopped half way. */
export const unfinished = ({ data, repeats }: Answers, layout: FormLayout, sections: number): Answers => {
	const kept = new Set(
		layout.sections
			.slice(0, sections)
			.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols.map(({ fieldId }) => fieldId))),
	);
	const isKept = ([fieldId]: [string, unknown]) => kept.has(fieldId.replace(/(__\d+)+$/, ""));
	const rowIds = new Set(
		layout.sections.slice(0, sections).flatMap(({ id, rows }) => [id, ...rows.map((row) => row.id)]),
	);
	const counts = (of: Record<string, number>) =>
		Object.fromEntries(Object.entries(of).filter(([id]) => rowIds.has(id)));
	return {
		data: Object.fromEntries(Object.entries(data).filter(isKept)),
		repeats: { sections: counts(repeats.sections), rows: counts(repeats.rows) },
	};
};

/** Returns the share of the required fields that are filled (§5). @param attached the fields that have files */
export const percentComplete = (layout: FormLayout, data: FormData, attached: ReadonlySet<string>): number => {
	const repeats = { sections: {}, rows: {} };
	const required = slotsOf(layOut({ layout, data, repeats }, "applicant"))
		.map(({ col }) => col)
		.filter(({ props }) => props.required);
	const isFilled = (fieldId: string) => attached.has(fieldId) || (data[fieldId] !== undefined && data[fieldId] !== "");
	const filled = required.filter(({ fieldId }) => isFilled(fieldId));
	return required.length === 0 ? 100 : Math.floor((filled.length * 100) / required.length);
};
