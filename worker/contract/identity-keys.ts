import { answerIn, type FormCol, type FormData, type FormLayout } from "#worker/contract/forms/form-schema";
import { foldedWords } from "#worker/contract/text/fold-text";

/** The facts by which a person can be recognised. */
export interface Identity {
	/** First, middle and last, in any order. */
	name?: string | undefined;
	/** YYYY-MM-DD. */
	birthDate?: string | undefined;
	examNumber?: string | undefined;
	/** One person may have given several. */
	phones?: readonly string[];
	emails?: readonly string[];
}

/** The source of a key, as a person wrote it. */
export const identityKinds = {
	exam: "examination number",
	phone: "phone",
	email: "email",
	person: "name and date of birth",
} as const;
export type IdentityKind = keyof typeof identityKinds;

export const kindOfKey = (key: string): IdentityKind => key.slice(0, key.indexOf(":")) as IdentityKind;

/** Normalises an examination number for comparison: letters and digits alone, in lower case. */
export const examKeyOf = (examNumber: string): string => foldedWords(examNumber).join("");

/** Shorter texts are no examination number. */
const shortestExamNumber = 4;
const shortestPhone = 7;
/** Digits of a Nigerian number after the 0 or the 234. */
const phoneDigits = 10;

const phoneKeyOf = (phone: string): string => phone.replace(/\D/g, "").slice(-phoneDigits);

/** Returns a person's identity keys, the same for `Musa IBRAHIM`, `0803…` and `Ibrahim, Musa`, `+234 803…`. */
export const identityKeysOf = ({ name = "", birthDate, examNumber = "", phones = [], emails = [] }: Identity) => {
	const exam = examKeyOf(examNumber);
	const names = [...new Set(foldedWords(name))].sort().join(" ");
	const numbers = phones.map(phoneKeyOf).filter((digits) => digits.length >= shortestPhone);
	const addresses = emails.map((email) => email.trim().toLowerCase()).filter((email) => email.includes("@"));
	return [
		...(exam.length >= shortestExamNumber ? [`exam:${exam}`] : []),
		...new Set(numbers.map((digits) => `phone:${digits}`)),
		...new Set(addresses.map((email) => `email:${email}`)),
		...(names !== "" && birthDate ? [`person:${names}|${birthDate}`] : []),
	];
};

const birthLabel = /birth|\bdob\b/i;
const examLabel = /\bjamb\b|\butme\b.*(number|\bno\b)|exam\w* (number|no\b)|registration (number|no\b)/i;

const isCalled = (pattern: RegExp, { fieldId, props }: FormCol): boolean =>
	pattern.test(`${props.label} ${props.alternateLabel ?? ""} ${fieldId}`);

/** Which fields of a form say what its applicant can be recognised by. */
const identifies: Record<IdentityKind, (col: FormCol) => boolean> = {
	exam: (col) => ["text", "number"].includes(col.type) && isCalled(examLabel, col),
	phone: ({ type }) => type === "phone",
	email: ({ type }) => type === "email",
	person: (col) => col.type === "single-date" && isCalled(birthLabel, col),
};

/** Finds the first field that asks for it, outside referees' sections. */
const identityField = ({ sections }: FormLayout, kind: IdentityKind): FormCol | undefined =>
	sections
		.filter(({ refereeSectionType }) => refereeSectionType === undefined)
		.flatMap(({ rows }) => rows.flatMap((row) => row.cols))
		.find(identifies[kind]);

/** Returns the kinds of keys that come from a sensitive field of a form: of name and date of birth, the date. */
export const sensitiveKindsIn = (layout: FormLayout): IdentityKind[] =>
	(Object.keys(identifies) as IdentityKind[]).filter((kind) => identityField(layout, kind)?.props.isSensitive);

/** Reads what a form says of its applicant. */
export const identityInForm = (layout: FormLayout, data: FormData): Omit<Identity, "name"> => {
	const answered = (kind: IdentityKind): string | undefined => {
		const col = identityField(layout, kind);
		const answer = col && answerIn(data, col.fieldId);
		return typeof answer === "string" || typeof answer === "number" ? String(answer) : undefined;
	};
	const [birthDate, phone, email] = [answered("person"), answered("phone"), answered("email")];
	return {
		birthDate: birthDate && /^\d{4}-\d{2}-\d{2}/.exec(birthDate)?.[0],
		examNumber: answered("exam"),
		phones: phone === undefined ? [] : [phone],
		emails: email === undefined ? [] : [email],
	};
};

interface Named {
	firstName: string;
	middleName: string | null;
	lastName: string;
	email: string;
}

export const applicantKeysOf = (applicant: Named, layout: FormLayout, data: FormData): string[] => {
	const said = identityInForm(layout, data);
	const { firstName, middleName, lastName, email } = applicant;
	return identityKeysOf({
		...said,
		name: [firstName, middleName, lastName].join(" "),
		emails: [email, ...(said.emails ?? [])],
	});
};
