import { examKeyOf, identityKeysOf } from "#worker/contract/identity-keys";
import type { ImportColumn } from "#worker/contract/imports";
import { foldedWords } from "#worker/contract/text/fold-text";
import {
	type CandidateField,
	type CandidateValues,
	candidateFields,
} from "#worker/services/uploaded-candidates/contract";

const longest = 300;

/** Reads the candidate that a row describes by the fields of its columns, and the faults of the row. */
export const readCandidate = (cells: readonly string[], columns: readonly ImportColumn[]) => {
	const { data, faults } = readValues(textsByField(cells, columns));
	return { data, faults: faults.map(({ fault }) => fault) };
};

/** Reads the values of a candidate from their texts, and the faults with the field of each. */
export const readValues = (raw: ReadonlyMap<string, string>) => {
	const faults: { field: CandidateField; fault: string }[] = [];
	const data: CandidateValues = {};
	for (const field of Object.keys(candidateFields) as CandidateField[]) {
		const text = raw.get(field) ?? "";
		if (text === "") continue;
		const read = readField(field, text);
		if (read === undefined)
			faults.push({
				field,
				fault: `“${shown(text)}” is ${expectations[field] ?? `too long for ${candidateFields[field]}`}.`,
			});
		else data[field] = read;
	}
	if (!raw.get("examNumber")) faults.unshift({ field: "examNumber", fault: "The JAMB number is missing." });
	if (!data.lastName && !data.firstName && !raw.get("lastName") && !raw.get("firstName"))
		faults.push({ field: "lastName", fault: "The name is missing." });
	return { data, faults };
};

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export const keysOfCandidate = (data: CandidateValues): string[] =>
	identityKeysOf({
		name: nameOf(data),
		birthDate: data.birthDate,
		examNumber: data.examNumber ?? "",
		phones: data.phone ? [data.phone] : [],
		emails: data.email ? [data.email] : [],
	});

export const nameOf = ({ firstName, middleName, lastName }: CandidateValues): string =>
	[firstName, middleName, lastName].filter(Boolean).join(" ");

/** Returns the folded words by which a candidate is found. */
export const searchTextOf = (data: CandidateValues): string =>
	[
		...foldedWords(nameOf(data)),
		examKeyOf(data.examNumber ?? ""),
		data.email?.toLowerCase(),
		data.phone?.replace(/\D/g, ""),
	]
		.filter(Boolean)
		.join(" ");

const textsByField = (cells: readonly string[], columns: readonly ImportColumn[]): Map<string, string> => {
	const texts = new Map<string, string>();
	for (const [index, { field }] of columns.entries()) {
		const text = cells[index] ?? "";
		const before = texts.get(field);
		if (field !== "" && text !== "") texts.set(field, before === undefined ? text : `${before}, ${text}`);
	}
	const whole = texts.get("fullName");
	if (whole !== undefined) for (const [field, part] of Object.entries(partsOfName(whole))) texts.set(field, part);
	return texts;
};

/** Splits 'IBRAHIM Musa Ade' or 'Ibrahim, Musa Ade': the surname comes first, as on JAMB's lists. */
const partsOfName = (whole: string) => {
	const [lastName = "", firstName = "", ...others] = whole.replace(",", " ").trim().split(/\s+/);
	return { lastName, firstName, middleName: others.join(" ") };
};

/** What a text is not, for the sentence that refuses it. */
const expectations: Partial<Record<CandidateField, string>> = {
	examNumber: "not a JAMB number",
	sex: "not M or F",
	birthDate: "not a date like 2008-03-01 or 01/03/2008",
	score: "not a score from 0 to 400",
	phone: "not a phone number",
	email: "not an email address",
};

/** Returns the value to store; undefined if the text is not valid for the field. */
const readField = (field: CandidateField, text: string): string | undefined => {
	switch (field) {
		case "examNumber": {
			const key = examKeyOf(text);
			return key.length >= 4 && text.length <= 40 && !/[^\p{L}\d\s./-]/u.test(text) ? text.toUpperCase() : undefined;
		}
		case "sex":
			return /^(m|male)$/i.test(text) ? "M" : /^(f|female)$/i.test(text) ? "F" : undefined;
		case "birthDate":
			return readDate(text);
		case "score":
			return /^\d{1,3}(\.0+)?$/.test(text) && Number(text) <= 400 ? String(Number(text)) : undefined;
		case "phone":
			return readPhone(text);
		case "email":
			return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text) && text.length <= 200 ? text : undefined;
		default:
			return text.length <= longest ? text : undefined;
	}
};

/** why the 0: a spreadsheet that reads a phone number as a number drops it. */
const readPhone = (text: string): string | undefined => {
	const digits = text.replace(/\D/g, "");
	if (!/^[+()\d\s./-]+$/.test(text) || digits.length < 7 || digits.length > 15) return undefined;
	return /^[789]\d{9}$/.test(text) ? `0${text}` : text;
};

const readDate = (text: string): string | undefined => {
	const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
	// why day first: lists in these countries write dates so.
	const local = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ,]+(\d{4})$/i.exec(text);
	const [, year, month, day] = iso ?? (local ? [text, local[3], local[2], local[1]] : []);
	if (!year || !month || !day) return undefined;
	const number = /^\d+$/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
	const date = new Date(Date.UTC(Number(year), number - 1, Number(day)));
	const isReal = date.getUTCMonth() === number - 1 && date.getUTCDate() === Number(day) && Number(year) > 1900;
	return isReal && date.getTime() < Date.now() ? date.toISOString().slice(0, 10) : undefined;
};

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
