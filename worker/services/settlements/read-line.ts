import * as v from "valibot";
import type { ImportColumn } from "#worker/contract/imports";
import { currenciesOf } from "#worker/contract/payment-platforms";
import { formatDateInput } from "#worker/contract/text/dates";
import { Day } from "#worker/contract/text/day";
import { foldedWords } from "#worker/contract/text/fold-text";
import { currencies } from "#worker/contract/text/money";

const fields = ["reference", "rrr", "providerReference", "paidAt", "currency", "amount", "fee"] as const;
type Field = (typeof fields)[number];

type Heading = readonly [field: Field | "", pattern: RegExp];

/** What platforms call their columns in their own exports, before the names that all of them share. */
const ownHeadings: Partial<Record<string, readonly Heading[]>> = {
	PAYSTACK: [["fee", /^paystack (fee|fees|charge|charges)$/]],
	REMITA: [
		["rrr", /^(rrr|remita retrieval reference|retrieval reference)$/],
		["reference", /^order (id|ref|reference)$/],
	],
	INTERSWITCH: [
		["providerReference", /^(payment reference|retrieval reference number)$/],
		["reference", /^(merchant reference|txn ref|txnref)$/],
	],
	STRIPE: [
		["reference", /^client reference id/],
		["providerReference", /^(checkout session|session id|source id)/],
		["paidAt", /^created/],
		["amount", /^gross/],
	],
};

const headings: readonly Heading[] = [
	// why first: what is left of the amount after the fee is neither.
	["", /\b(settled|settlement amount|net|balance)\b/],
	["rrr", /\brrr\b/],
	["providerReference", /\b(provider|platform|gateway|processor) (reference|ref|id)\b/],
	["fee", /\b(fee|fees|charge|charges|commission)\b/],
	["currency", /\bcurrency\b/],
	["amount", /\b(amount|gross)\b/],
	["paidAt", /\b(date|time|paid at|paid on|created at)\b/],
	["reference", /\b(reference|ref)\b/],
];

/** Returns the field that a heading names in the files of a platform. */
export const fieldOfHeading = (heading: string, platform: string): Field | undefined => {
	const words = foldedWords(heading).join(" ");
	const found = [...(ownHeadings[platform] ?? []), ...headings].find(([, pattern]) => pattern.test(words));
	return found?.[0] || undefined;
};

/** Says what each column is, each field once; a file that names no payment, amount or date is refused. */
export const nameColumns = (
	columns: readonly Pick<ImportColumn, "header" | "samples">[],
	platform: string,
): ImportColumn[] | { refusal: string } => {
	const taken = new Set<string>();
	const named = columns.map((column) => {
		const field = fieldOfHeading(column.header, platform) ?? "";
		const isFree = field !== "" && !taken.has(field);
		if (isFree) taken.add(field);
		return { ...column, field: isFree ? field : "" };
	});
	const hasReference = ["reference", "rrr", "providerReference"].some((field) => taken.has(field));
	const missing = [
		...(hasReference ? [] : [platform === "REMITA" ? "RRR" : "Reference"]),
		...(taken.has("amount") ? [] : ["Amount"]),
		...(taken.has("paidAt") ? [] : ["Date"]),
	];
	if (missing.length === 0) return named;
	const names = missing.map((name) => `“${name}”`).join(" and no column ");
	return { refusal: `The file has no column ${names}. Choose a settlement file of the platform.` };
};

/** What a row of a settlement file says. Amounts in minor units. */
export interface SettlementLine {
	reference: string;
	rrr: string;
	providerReference: string;
	/** The institution's day, YYYY-MM-DD; empty where it cannot be read. */
	day: string;
	currency: string;
	amount: number | null;
	fee: number | null;
}

/** Reads the line that a row describes, and the faults of the row. */
export const readLine = (
	cells: readonly string[],
	columns: readonly ImportColumn[],
	{ platform, timeZone, today }: { platform: string; timeZone: string; today: string },
): { line: SettlementLine; faults: string[] } => {
	const textOf = (field: Field) => {
		const at = columns.findIndex((column) => column.field === field);
		return at < 0 ? "" : (cells[at] ?? "").trim();
	};
	const faults: string[] = [];
	const [reference, rrr, providerReference] = [
		textOf("reference"),
		textOf("rrr").replaceAll(/[\s-]/g, ""),
		textOf("providerReference"),
	] as const;
	if (!reference && !rrr && !providerReference) faults.push("There is no reference.");
	if ([reference, rrr, providerReference].some((text) => text.length > maxReference))
		faults.push("The reference is too long.");
	const amount = readAmount(textOf("amount"));
	if (amount === null || amount === 0) faults.push(`The amount “${textOf("amount")}” is not above 0.`);
	const fee = textOf("fee") === "" ? 0 : readAmount(textOf("fee"));
	if (fee === null) faults.push(`The fee “${textOf("fee")}” is no amount.`);
	else if (amount !== null && fee > amount) faults.push("The fee is above the amount.");
	const currency = textOf("currency").toUpperCase() || (currenciesOf(platform)[0] ?? "NGN");
	if (!currencies.some((one) => one === currency)) faults.push(`“${textOf("currency")}” is no currency that is known.`);
	const day = readDay(textOf("paidAt"), timeZone);
	if (day === undefined) faults.push(`The date “${textOf("paidAt")}” cannot be read. Write it as 2026-11-01.`);
	else if (day > today) faults.push("The date is in the future.");
	return { line: { reference, rrr, providerReference, day: day ?? "", currency, amount, fee }, faults };
};

const maxReference = 100;
/** Digits before the point. why: sums beyond are no longer exact. */
const maxDigits = 11;

/** Reads an amount by its digits, never as a fraction: “₦15,000.50” is 1500050. */
const readAmount = (text: string): number | null => {
	const plain = text.replace(/^(NGN|USD|GBP|EUR|[₦$£€])\s*/i, "").replaceAll(/\s/g, "");
	const [, whole = "", cents = ""] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2})0*)?$/.exec(plain) ?? [];
	const digits = whole.replaceAll(",", "");
	if (digits === "" || digits.length > maxDigits) return null;
	return Number(digits) * 100 + Number(cents.padEnd(2, "0"));
};

/**
 * Reads the day of a date or a time. A time with a zone is put into the institution's; one without is the institution's
 * own, as platforms of the country write it.
 */
const readDay = (text: string, timeZone: string): string | undefined => {
	const [, iso = "", zone] =
		/^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
	const [, date = "", month = "", year = ""] =
		/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ ,T]+\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?)?$/i.exec(text) ?? [];
	const day = iso || (year && `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`);
	if (!v.is(Day, day)) return undefined;
	if (!zone) return day;
	return formatDateInput(Date.parse(text.replace(" ", "T").replace(/\s*UTC$/, "Z")), timeZone) || undefined;
};
